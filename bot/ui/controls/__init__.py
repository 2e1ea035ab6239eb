"""Controls derived from decisions, in a neutral form that knows Discord's limits but not discord.py.

What is to be decided determines what is shown; no game writes controls of its own. A few short options are buttons, up
to 25 a menu; more, or options with menus that lead to them, open one level after the other; amounts are buttons, a menu
or a form; spreads and ordered or long picks are a draft. Only what can be had is offered; what can't is in the list
behind "Why not?".
"""
