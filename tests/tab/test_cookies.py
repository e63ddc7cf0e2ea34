"""Cookies that no page can have."""

from __future__ import annotations

import pytest

from cdp_engine.errors import InvalidInput
from cdp_engine.tab import cookie_params

pytestmark = pytest.mark.req("CD-15")


@pytest.mark.parametrize("url", ["about:blank", "data:text/html,x", "shop.test"])
def test_a_cookie_belongs_to_a_web_address(url: str) -> None:
    with pytest.raises(InvalidInput, match=f"cookie 'theme' cannot belong to '{url}'"):
        cookie_params([{"name": "theme", "value": "dark", "url": url}])
    (param,) = cookie_params([{"name": "theme", "value": "dark", "url": "http://shop.test/"}])
    assert param.url == "http://shop.test/"
