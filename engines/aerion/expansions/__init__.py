"""The six expansions: one file each, which reads like its leaflet and speaks at its named moments only.

No expansion knows another one. The order is the one in which they speak: hourglasses are discarded before the Hellkite
moves (§9).
"""

from engines.aerion.expansions.clouds import Clouds
from engines.aerion.expansions.eggs import Eggs
from engines.aerion.expansions.flagship import Flagship
from engines.aerion.expansions.hellkite import Hellkite
from engines.aerion.expansions.hourglasses import Hourglasses
from engines.aerion.expansions.piers import Piers
from engines.aerion.moments import register

register(Flagship(), Hourglasses(), Hellkite(), Clouds(), Piers(), Eggs())
