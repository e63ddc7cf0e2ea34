from __future__ import annotations

import msgspec
import pytest

from cdp_engine.errors import UnexpectedReply
from cdp_engine.protocol import dom, performance
from cdp_engine.rpc.payload import read
from cdp_engine.rpc.stats import ConnectionStats


def test_null_for_an_infinite_number_does_not_lose_the_reply() -> None:
    raw = msgspec.Raw(b'{"metrics": [{"name": "a", "value": null}, {"name": "b", "value": 2.5}]}')

    reply = read(raw, performance.GetMetricsReply, "Performance.getMetrics", ConnectionStats())

    assert [(metric.name, metric.value) for metric in reply.metrics] == [("a", 0.0), ("b", 2.5)]


def test_another_shape_is_still_unexpected() -> None:
    with pytest.raises(UnexpectedReply, match=r"DOM\.getDocument"):
        read(msgspec.Raw(b'{"root": [1]}'), dom.GetDocumentReply, "DOM.getDocument", ConnectionStats())
