"""Irreversible consequences of an action: paying, deleting, sending, submitting a form (EX-09).

Judged before the action, from the element and its form on the page: the target and method of the form, the kind of
button, and the words on it in the languages of most sites. The words of a link to a page about orders are not
sufficient; an imperative such as "order now" is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal, cast
from urllib.parse import urljoin, urlsplit

import msgspec

from cdp_engine.act import parse_chord
from cdp_engine.agent.tab_parameter import tab_of
from cdp_engine.agent.toolbox import ToolBox
from cdp_engine.agent.tools.point import element_at
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import controller_of
from cdp_engine.errors import ConnectionLost, EngineError
from cdp_engine.observe import VirtualNode
from cdp_engine.track import element_of, focused_element

Kind = Literal["pay", "delete", "cancel", "publish", "post_elsewhere", "submit", "unknown"]

_CLICKS = frozenset({"click", "browser_click"})
_BUTTONS = frozenset({"submit", "image"})
_ENTER, _SPACE, _TAB = "Enter", " ", "Tab"
_LONGEST = 120

_ENGLISH: dict[Kind, str] = {
    "pay": "pay|buy|purchase|donate|transfer|withdraw|bid|subscribe|upgrade|send money|order and pay"
    "|(order|book|reserve|checkout) now"
    "|(place|submit|confirm|complete|send) (my |your |the |this )?(order|purchase|payment|booking)"
    "|start (my |your )?(paid )?(membership|subscription|trial)"
    "|(approve|authori[sz]e|release) (the |this |my )?(payment|purchase|transfer|transaction)",
    "delete": "delete|remove|erase|destroy|wipe|purge|discard|revoke|deactivate|terminate|(factory )?reset"
    "|empty (the )?(trash|bin|recycle bin)|clear all (data|history|records|messages)",
    "cancel": r"(cancel|end|stop|close|quit|finish|confirm) (my |your |the |this )?(\w+ )?"
    "(subscription|membership|plan|account|order|booking|reservation|appointment|cancellation|contract|trial)"
    "|unsubscribe",
    "publish": "publish|post|tweet|send|submit|apply now|invite|sign (the |this )?(contract|document|now)",
}
"""Beginnings of a button's label: “Delete account”, but not “How to delete”, nor “Order history”."""
_OTHERS: dict[Kind, str] = {
    "pay": r"bezahlen|zahlen|zahlungspflichtig\w*|kaufen|bestellen|bestellung (absenden|abschicken|aufgeben)|buchen"
    "|überweisen|spenden|abonnieren|payer|acheter|commander|(passer|valider) (la |ma )?commande|virer|s'abonner"
    "|faire un don|pagar|comprar|(realizar|hacer|tramitar|finalizar) (el )?pedido|finalizar compra|reservar|donar"
    "|transferir|suscribirse|paga|acquista|compra|ordina|effettua (l')?ordine|prenota|dona|abbonati|assinar|doar"
    "|efetuar pagamento|betalen|kopen|bestelling plaatsen|boeken|doneren|zapłać|kup|kupuję|zamawiam|zamów|оплатить"
    "|купить|заказать|оформить заказ|перевести|satın al|öde|sipariş ver",
    "delete": "löschen|entfernen|verwerfen|deaktivieren|zurücksetzen|supprimer|effacer|désactiver|eliminar|borrar"
    "|quitar|desactivar|elimina|cancella|rimuovi|disattiva|excluir|apagar|remover|desativar|verwijderen|wissen|usuń"
    "|skasuj|удалить|стереть|sil|kaldır",
    "cancel": "kündigen|stornieren|kündigung (absenden|bestätigen)|termin absagen|résilier|se désabonner"
    "|annuler (ma |mon |la |le |l')?(abonnement|commande|réservation|compte)|darse de baja"
    "|cancelar (mi |la |el |a |o |minha |meu )?(suscripción|pedido|reserva|cuenta|assinatura|conta)"
    "|(annulla|disdici) (l'|la |il )?(abbonamento|ordine|prenotazione|account)|opzeggen"
    "|anuluj (subskrypcję|zamówienie)|zrezygnuj|отменить (подписку|заказ)|отписаться|aboneliği iptal et",
    "publish": "veröffentlichen|posten|senden|absenden|abschicken|einreichen|unterschreiben|publier|envoyer"
    "|soumettre|publicar|enviar|firmar|pubblica|invia|publiceren|verzenden|versturen|opublikuj|wyślij"
    "|опубликовать|отправить|yayınla|gönder",
}
"""The same for verbs anywhere in the label: “Konto löschen”."""
_EASTERN: dict[Kind, str] = {
    "pay": "支付|付款|购买|提交订单|下单|購入|注文を確定|注文する|支払う|구매하기|결제|주문하기",
    "delete": "删除|移除|清空|削除|消去|삭제",
    "cancel": "取消订阅|退订|取消订单|解約|退会|注文をキャンセル|구독 취소|주문 취소|해지",
    "publish": "发布|发送|提交|公開|送信|投稿|게시하기|보내기|전송|제출",
}
"""The same for scripts without spaces between words."""
_LEADING = (
    r"\W*(?:(?:yes|ok|okay|really|permanently|irrevocably|please|i want to|i would like to|i'd like to|proceed to"
    r"|(?:confirm|accept|agree|approve|review|save|continue)(?: and| &|,)?)\W+)*"
)
"""What may precede the verb: “Yes, I want to delete it”, “Confirm and pay”."""
_LETTER = r"[^\W\d_]"
_WORDS: dict[Kind, tuple[re.Pattern[str], ...]] = {
    kind: (
        re.compile(rf"{_LEADING}(?:{_ENGLISH[kind]})(?!{_LETTER})", re.IGNORECASE),
        re.compile(rf"(?<!{_LETTER})(?:{_OTHERS[kind]})(?!{_LETTER})|{_EASTERN[kind]}", re.IGNORECASE),
        re.compile(rf"(?<!{_LETTER})(?:{_ENGLISH[kind]})(?!{_LETTER})", re.IGNORECASE),
    )
    for kind in _ENGLISH
}
"""Patterns for the beginning of a label, for any part of it, and for a sentence."""
_HARMLESS = re.compile(
    r"\W*(search|find|filter|go|apply filters?|sort|suchen?|finden|chercher|rechercher|buscar|cerca|pesquisar|zoeken"
    r"|szukaj|найти|поиск|ara|搜索|检索|検索|검색)\W*",
    re.IGNORECASE,
)
_SAID: dict[Kind, str] = {
    "pay": "it may spend money or bind to a purchase",
    "delete": "it may delete something",
    "cancel": "it may end a contract or an order",
    "publish": "it may send or publish something",
    "post_elsewhere": "it sends a form to another site",
    "submit": "it hands a form in",
    "unknown": "what it acts on is not known before",
}


class Consequence(msgspec.Struct, frozen=True):
    """Why a person should approve an action; `action` and `reason` are for that person.

    `action` quotes the page.
    """

    kind: Kind
    action: str
    reason: str


async def consequence_of(
    box: ToolBox, name: str, arguments: Mapping[str, Any] | str | bytes | None
) -> Consequence | None:
    """The consequence of a tool call; None for a reversible or an invalid call.

    Raises `ConnectionLost`.
    """
    try:
        if name not in box:
            return None
        tab, own = tab_of(box[name].params, arguments) if box.aims else (None, arguments)
        asked: dict[str, Any] = msgspec.to_builtins(box[name].read(own))
        async with box.workspace.turn, box.workspace.at(tab):
            return await _judged(box, box.workspace, name, asked)
    except ConnectionLost:
        raise
    except EngineError:
        return None  # the call itself will fail and report the reason


async def _judged(box: ToolBox, workspace: Workspace, name: str, asked: dict[str, Any]) -> Consequence | None:
    if name == "dialog":
        return await _answered(workspace, asked)
    agreed = next(filter(None, map(_agreed, box.agrees_to(name, asked))), None)
    if agreed is not None:
        return agreed
    keys = _keys(name, asked)
    entered, spaced = _ENTER in keys, _SPACE in keys
    if _TAB in keys and not {_ENTER, _SPACE}.isdisjoint(keys[keys.index(_TAB) :]):
        return _consequence("unknown", "press Enter or Space on what Tab leads to")
    if not (_clicks(name, asked) or entered or spaced):
        return None
    page = await workspace.page()
    seen = await controller_of(page).observer.capture()
    ref = str(asked.get("ref") or "")
    if name == "mouse":
        ref, _ = await element_at(page, asked["x"], asked["y"])
    node = element_of(seen, box.engine_ref(ref)) if ref else focused_element(seen)
    if node is None or node.tag in ("html", "body"):
        return None
    if spaced and not entered and not _is_control(node):
        return None  # a space in a text
    return judge_enter(node) if entered else judge_click(node)


async def _answered(workspace: Workspace, asked: dict[str, Any]) -> Consequence | None:
    """The consequence of the answer to a dialog; to one that is not open yet, it may be anything."""
    if asked.get("accept") is not True:
        return None
    dialog = (await workspace.page()).dialogs.open
    return (
        _consequence("unknown", "agree to the next question") if dialog is None else _agreed(dialog.message)
    )


def _agreed(question: str) -> Consequence | None:
    """The consequence of agreeing to a question of the page."""
    kind = _kind_of(question, sentence=True)
    return None if kind is None else _consequence(kind, f"agree to “{question[:_LONGEST]}”")


def _clicks(name: str, asked: dict[str, Any]) -> bool:
    """Whether a call presses the left button on one element."""
    return name in _CLICKS or (name == "mouse" and asked.get("do", "click") in ("click", "double"))


def _keys(name: str, asked: dict[str, Any]) -> list[str]:
    """The keys that a call presses, in order: a line break in typed text is Enter. Raises `InvalidInput`."""
    if name == "press":
        given = asked.get("keys")
        chords = cast("list[object]", given) if isinstance(given, list) else [given]
        return [parse_chord(str(chord)).key.key for chord in chords]
    typed = {"type": "text", "browser_fill": "value"}.get(name)
    if typed is None or asked.get("clear_first", name == "browser_fill"):
        return []
    strokes = {"\n": _ENTER, "\r": _ENTER, "\t": _TAB}
    keys = [strokes[one] for one in str(asked.get(typed)) if one in strokes]
    return [*keys, _ENTER] if asked.get("enter") is True else keys


def judge_click(node: VirtualNode) -> Consequence | None:
    """The consequence of a click on an element (pure)."""
    control = _control(node)
    form = _form(control) if _submits(control) else None
    return _verdict(control, form, f"click “{_label(control)}”")


def judge_enter(node: VirtualNode) -> Consequence | None:
    """The consequence of Enter with an element in focus (pure)."""
    if node.tag != "input" or (node.input_type or "") in (
        "checkbox",
        "radio",
        "button",
        "reset",
        "submit",
        "image",
    ):
        # On a button it is a click; in a multi-line field or a custom one it is at least a line break.
        return judge_click(node) if _is_control(node) else None
    form = _form(node)
    if form is None:
        return None
    button = next((one for one in form.walk() if one.is_element and _submits(one)), None)
    where = f" and so “{_label(button)}”" if button is not None else ""
    return _verdict(button or form, form, f"press Enter in “{_label(node)}”{where}")


def _verdict(control: VirtualNode, form: VirtualNode | None, action: str) -> Consequence | None:
    label = _label(control)
    kind = _kind_of(label)
    if kind == "publish" and control.role == "link":
        kind = None  # it leads to a form
    if form is None:
        return None if kind is None else _consequence(kind, action)
    there = urljoin(_base(form), control.attribute("formaction") or form.attribute("action") or "")
    if _origin(there) != _origin(_url(form)) and urlsplit(there).scheme in ("http", "https", "mailto"):
        posted = _consequence(kind or "post_elsewhere", action)
        return Consequence(posted.kind, posted.action, f"it sends a form to {_origin(there)}")
    if kind is not None:
        return _consequence(kind, action)
    method = (control.attribute("formmethod") or form.attribute("method") or "").lower()
    if method == "dialog" or (method != "post" and (_HARMLESS.fullmatch(label) or _searches(form))):
        return None
    return _consequence("submit", action)


def _kind_of(label: str, *, sentence: bool = False) -> Kind | None:
    """The consequence that the words of a label or a question announce."""
    for kind, (begins, within, anywhere) in _WORDS.items():
        if within.search(label) or (anywhere.search(label) if sentence else begins.match(label)):
            return kind
    return None


def _consequence(kind: Kind, action: str) -> Consequence:
    return Consequence(kind, action, _SAID[kind])


def _control(node: VirtualNode) -> VirtualNode:
    """The button or link that a click on a node reaches."""
    at: VirtualNode | None = node
    while at is not None:
        if _is_control(at):
            return at
        at = at.parent
    return node


def _is_control(node: VirtualNode) -> bool:
    return node.tag in ("button", "input", "a", "summary") or node.role in ("button", "link", "menuitem")


def _submits(node: VirtualNode) -> bool:
    if node.tag == "button":
        return (node.attribute("type") or "submit").lower() not in ("button", "reset")
    return node.tag == "input" and node.input_type in _BUTTONS


def _form(node: VirtualNode) -> VirtualNode | None:
    named = node.attribute("form")
    if named:
        return next(
            (
                one
                for one in VirtualNode(node.snapshot, 0).walk()
                if one.tag == "form" and one.html_id == named
            ),
            None,
        )
    at = node.parent
    while at is not None and at.tag != "form":
        at = at.parent
    return at


def _searches(form: VirtualNode) -> bool:
    return form.role == "search" or any(
        one.input_type == "search" or one.role == "search" for one in form.walk()
    )


def _label(node: VirtualNode) -> str:
    label = node.name or node.text or node.value or node.attribute("title") or node.role or node.tag
    return " ".join(label.split())[:_LONGEST]


def _url(node: VirtualNode) -> str:
    columns = node.snapshot.columns
    return node.snapshot.documents[columns.document[node.index]].url


def _base(node: VirtualNode) -> str:
    """The base URL of the node's document."""
    url, ordinal = _url(node), node.snapshot.columns.document[node.index]
    columns = node.snapshot.columns
    for row, tag in enumerate(columns.tag):
        if tag == "base" and columns.document[row] == ordinal:
            return urljoin(url, VirtualNode(node.snapshot, row).href or "")
    return url


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
