from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from cdp_engine import protocol
from cdp_engine.protocol import (
    Command,
    accessibility,
    animation,
    decode_lenient,
    dom,
    emulation,
    network,
    page,
    runtime,
    target,
)

pytestmark = pytest.mark.req("EN-01")


def in_fresh_python(script: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=60
    )
    return done.stdout.split()


LOADED = "print(*(m for m in sys.modules if m.startswith('cdp_engine.protocol.')))"


def test_importing_the_package_imports_no_domain() -> None:
    loaded = in_fresh_python(f"import sys, cdp_engine.protocol; {LOADED}")
    assert loaded == ["cdp_engine.protocol._base"]


def test_importing_a_domain_imports_no_other() -> None:
    loaded = in_fresh_python(f"import sys; from cdp_engine.protocol import page; {LOADED}")
    assert sorted(loaded) == ["cdp_engine.protocol._base", "cdp_engine.protocol.page"]


def test_looking_up_an_event_imports_its_domain_only() -> None:
    loaded = in_fresh_python(
        f"import sys, cdp_engine.protocol as p; p.event_type('Page.loadEventFired').METHOD; {LOADED}"
    )
    assert sorted(loaded) == ["cdp_engine.protocol._base", "cdp_engine.protocol.page"]


def test_decoding_brings_in_the_domains_it_needs() -> None:
    script = (
        "import sys, msgspec; from cdp_engine.protocol import accessibility as a;"
        'msgspec.json.decode(b\'{"nodes": [{"backendDOMNodeId": 3}]}\', type=a.GetFullAXTreeReply);'
    )
    assert "cdp_engine.protocol.dom" in in_fresh_python(script + LOADED)


def test_domains_are_attributes_of_the_package() -> None:
    assert protocol.dom is dom
    assert protocol.domain("DOM") is dom
    assert "web_authn" in dir(protocol)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        protocol.__getattr__("nothing")


def test_unknown_names_have_no_type() -> None:
    assert protocol.event_type("Page.neverFired") is None
    assert protocol.event_type("Nowhere.fired") is None
    assert protocol.event_type("nonsense") is None
    assert protocol.domain("Nowhere") is None
    assert protocol.is_experimental("Nowhere.item") is False


def test_what_is_not_given_is_not_sent() -> None:
    assert dom.get_document() == Command("DOM.getDocument", {}, dom.GetDocumentReply)
    assert dom.get_document(depth=-1, pierce=False).params == {"depth": -1, "pierce": False}


def test_records_in_parameters_go_out_with_wire_names_and_without_gaps() -> None:
    clip = page.Viewport(x=0, y=0, width=10, height=0, scale=1)
    command = page.capture_screenshot(clip=clip, from_surface=False)
    assert msgspec.json.decode(msgspec.json.encode(command.params)) == {
        "clip": {"x": 0, "y": 0, "width": 10, "height": 0, "scale": 1},
        "fromSurface": False,
    }


def test_required_members_are_sent_even_with_their_default() -> None:
    brand = emulation.UserAgentMetadata(
        platform="", platform_version="", architecture="", model="", mobile=False
    )
    assert msgspec.json.decode(msgspec.json.encode(brand)) == {
        "platform": "",
        "platformVersion": "",
        "architecture": "",
        "model": "",
        "mobile": False,
    }


def test_null_is_an_argument_and_absence_is_another() -> None:
    assert msgspec.json.encode(runtime.CallArgument(value=None)) == b'{"value":null}'
    assert msgspec.json.encode(runtime.CallArgument()) == b"{}"


def test_missing_members_have_defaults() -> None:
    reply = msgspec.json.decode(b"{}", type=dom.GetDocumentReply)
    assert reply.root.node_id == 0
    assert reply.root.node_name == ""
    assert reply.root.children is None
    metrics = msgspec.json.decode(b"{}", type=page.GetLayoutMetricsReply)
    assert metrics.css_layout_viewport.client_width == 0


def test_enums_grow() -> None:
    event = msgspec.json.decode(b'{"type": "hologram", "new": 1}', type=page.JavascriptDialogOpening)
    assert event.type == "hologram"
    node = msgspec.json.decode(
        b'{"nodes": [{"properties": [{"name": "shiny", "value": {"type": "new", "value": 1}}]}]}',
        type=accessibility.GetFullAXTreeReply,
    ).nodes[0]
    assert node.properties is not None
    assert node.properties[0].name == "shiny"


def test_recursive_types() -> None:
    node = msgspec.json.decode(
        b'{"nodeId": 1, "children": [{"nodeId": 2, "contentDocument": {"nodeId": 3}}]}', type=dom.Node
    )
    assert node.children is not None
    assert node.children[0].content_document is not None
    assert node.children[0].content_document.node_id == 3
    tree = msgspec.json.decode(
        b'{"frameTree": {"frame": {"id": "A"}, "childFrames": [{"frame": {"id": "B"}}]}}',
        type=page.GetFrameTreeReply,
    )
    assert tree.frame_tree.child_frames is not None
    assert tree.frame_tree.child_frames[0].frame.id == "B"
    trace = msgspec.json.decode(
        b'{"callFrames": [], "parent": {"description": "x"}}', type=runtime.StackTrace
    )
    assert trace.parent is not None
    assert trace.parent.description == "x"


def test_binary_members_are_bytes_both_ways() -> None:
    assert msgspec.json.decode(b'{"data": "aGk="}', type=page.CaptureScreenshotReply).data == b"hi"
    entry = network.PostDataEntry(bytes_=b"hi")
    assert msgspec.json.encode(entry) == b'{"bytes":"aGk="}'


def test_partition_key_of_old_and_new_browsers() -> None:
    old = msgspec.json.decode(b'{"partitionKey": "https://a.test"}', type=network.Cookie)
    new = msgspec.json.decode(b'{"partitionKey": {"topLevelSite": "https://a.test"}}', type=network.Cookie)
    assert old.partition_key == "https://a.test"
    assert isinstance(new.partition_key, network.CookiePartitionKey)


def test_numbers_beyond_json_arrive_as_null() -> None:
    raw = b'{"animation": {"id": "1", "source": {"delay": null, "backendNodeId": 7.0}}}'
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(raw, type=animation.AnimationStarted)

    started = decode_lenient(raw, animation.AnimationStarted)
    assert started.animation.source is not None
    assert started.animation.source.delay == 0
    assert started.animation.source.backend_node_id == 7

    assert msgspec.json.decode(b'{"expires": null}', type=network.Cookie).expires is None


def test_lenient_decoding_still_refuses_another_shape() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_lenient(b'{"nodes": {"a": 1}}', accessibility.GetFullAXTreeReply)


def test_ids_are_their_own_types() -> None:
    for kind, base in (
        (dom.NodeId, int),
        (dom.BackendNodeId, int),
        (page.FrameId, str),
        (network.LoaderId, str),
        (target.SessionID, str),
        (target.TargetID, str),
        (accessibility.AXNodeId, str),
        (runtime.RemoteObjectId, str),
    ):
        assert kind.__supertype__ is base
