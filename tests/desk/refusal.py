"""Reading refusals."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import pytest

from engines.kernel.decision import Refused


async def refusal(action: Awaitable[Any]) -> str:
    """The key of the words with which it was refused."""
    with pytest.raises(Refused) as refused:
        await action
    return refused.value.why.key
