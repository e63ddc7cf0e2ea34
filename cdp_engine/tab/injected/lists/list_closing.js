// How a custom list leaves the screen: by itself, or because the focus leaves its field.

import { unchangedFor } from "../changes/recorder.js";
import { all, hasClass, shown, wordsIn } from "../elements/appearance.js";
import { activeElement, closest, lineage, nextFrame, parentOf, shownValue, words } from "../elements/dom.js";
import { isIn } from "../elements/flat_tree.js";
import { seenWithin } from "../elements/frames.js";
import { disabled, TEXT_INPUTS } from "../elements/hit_test.js";
import { fieldsTogether } from "../elements/periods.js";
import { framesOfPage, timersOfPage } from "../pages/page_timers.js";
import { boxBeside, isNear } from "./hanging_boxes.js";
import { wasShown } from "./list_before.js";
import { ACTIVE } from "./list_choices.js";
import { isTextField, listControl, regionOf } from "./list_field.js";
import { itemsRead, listIsOpen } from "./list_items.js";

// Whether an item is on its way in or out: its list moves or fades to an end.
const isMoving = (one) => {
  for (const at of lineage(one)) {
    if (at === document.body) return false;
    const ends = (animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? Infinity);
    if (at.getAnimations().some((animation) => animation.playState === "running" && ends(animation)))
      return true;
  }
  return false;
};

// How a list is on the screen: "open", "closing" (the control calls it closed, or it moves still), or "closed".
const listState = (element) => {
  if (!listIsOpen(element)) return "closed";
  const control = listControl(element);
  const on = itemsRead().find(shown);
  return control.getAttribute("aria-expanded") === "false" || (on && isMoving(on)) ? "closing" : "open";
};

// What a page had done when a list was last seen to rest, and whether it has done anything since: changed its document, or
// set a timer or a frame, by which the list may close yet.
let rested = { at: 0, made: 0 };
const setByPage = () => timersOfPage() + framesOfPage();
const noteRest = () => {
  rested = { at: performance.now(), made: setByPage() };
};
const hasReacted = () =>
  setByPage() > rested.made ||
  performance.now() - unchangedFor() > rested.at ||
  itemsRead().some((one) => one.ownerDocument !== document); // it is not known what such a page does

const REACTS_MS = 60;

// The state of a list once it has closed, or has been open and unmoved for `quiet` ms; at the latest after `limit` ms.
// `again`: something was done to close it since it was asked for last; where the page does nothing at that, a moment is enough.
const restingList = async (element, quiet, limit, again) => {
  const start = performance.now();
  let since = start;
  let reacted = !again;
  for (;;) {
    const state = listState(element);
    const now = performance.now();
    reacted ||= hasReacted();
    if (state === "closing") since = now;
    // A list whose items nobody has read may be about to open.
    if (state === "closed" && itemsRead().length) return state;
    if (now - start > limit || now - since > (reacted ? quiet : Math.min(quiet, REACTS_MS))) {
      noteRest();
      return state;
    }
    await nextFrame();
  }
};

const DIALOGS = "dialog, [role=dialog], [role=alertdialog], [aria-modal=true], [popover]";

const LAYERS = `${DIALOGS}, [role=tooltip]`; // what opens beside a control may be called a tooltip, whatever it holds

// Whether the control of a list lies in what is open over the page: a dialog, or a box that does not move with the page.
const isInLayer = (element) =>
  closest(listControl(element), (at) => {
    if (at.matches(LAYERS)) return true;
    const { position } = getComputedStyle(at);
    return position === "fixed" && Math.min(at.offsetWidth, at.offsetHeight) > LEAST_SIZE;
  }) !== null;

const ENTERED = `${TEXT_INPUTS}, textarea, [contenteditable]:not([contenteditable=false])`;

// Whether a person can write in other fields of the page, which an editor around this one may discard.
const hasOthers = (control) =>
  all(document, ENTERED).some((one) => one !== control && !one.readOnly && !one.disabled && shown(one));

// Whether Escape, pressed where the focus is, may reach a dialog that the control lies in, or an editor that discards its
// contents: a field that does not say that it opens a list need not handle the key itself. `undo`: nothing was chosen.
const escapeMayDoMore = (element, undo) => {
  const control = listControl(element);
  // A field that loses the focus may take the choice that its list marks: the key belongs to that list.
  const marks = itemsRead().some((one) => hasClass(one, ACTIVE) && shown(one));
  const isPlain = isTextField(control) && !control.matches(`${POPS_UP}, ${SUGGESTS}`);
  if (isPlain && !marks && (undo || hasOthers(control))) return true;
  const dialog = closest(control, (at) => at.matches(LAYERS));
  const active = activeElement();
  return dialog !== null && (active === null || closest(active, (at) => at === dialog) !== null);
};

// Scroll the field of a list to the middle of the window, and give the page two frames to place the list beside it.
const centreField = async (element) => {
  listControl(element).scrollIntoView({ block: "center", behavior: "instant" });
  for (let frame = 0; frame < DRAWN_AFTER; frame++) await nextFrame();
  return true;
};

const CONFIRMS =
  /^(ok|okay|apply|done|confirm|accept|save|select|choose|set|anwenden|übernehmen|fertig|bestätigen|auswählen|speichern|appliquer|valider|confirmer|terminé|choisir|enregistrer|aplicar|aceptar|confirmar|hecho|listo|elegir|guardar|applica|conferma|fatto|scegli|salva|toepassen|gereed|bevestigen|kiezen|opslaan|concluir|salvar|selecionar|zastosuj|wybierz|zapisz|gotowe|ок|готово|применить|выбрать|сохранить|tamam|uygula|确认|确定|完成|保存|確認|確定|決定|選択|완료|확인|선택)$/i;

const isConfirm = (button) =>
  CONFIRMS.test(wordsIn(button) || button.value) || hasClass(button, /(^|[-_])confirm$/i);

// The buttons in a box that take over what was chosen or entered there.
const confirmsIn = (box) =>
  all(box, "button, [role=button], input[type=button], input[type=submit]").filter(
    (one) => isConfirm(one) && shown(one),
  );

// The box that a list came in, without its control: the outermost one that was not on the screen before.
const boxThatCame = (one, control) => {
  let box = null;
  for (const at of lineage(one)) {
    if (at === document.body || wasShown(at) || isIn(at, control)) break;
    box = at;
  }
  return box;
};

// The button that takes over what was chosen in a dialog of its own, where Escape would undo it, or in a box of choices that
// has no other fields to fill; null for none.
const listConfirm = (element) => {
  const control = listControl(element);
  const dialogOf = (one) => closest(one, (at) => at.matches(DIALOGS));
  const one = itemsRead().find(shown);
  const dialog = one ? dialogOf(one) : null;
  if (dialog && dialog !== dialogOf(control)) return confirmsIn(dialog)[0] || null;
  const box = one ? boxThatCame(one, control) : null;
  if (!box || all(box, ENTERED).length > 1) return null;
  return confirmsIn(box).find((button) => !wasShown(button) && disabled(button) === null) || null;
};

// Take the focus from the field, as a press beside it would: lists in a dialog close then, and the dialog does not.
const leaveList = (element) => {
  const control = listControl(element);
  const active = activeElement();
  const within = active && (regionOf(control).contains(active) || closest(active, (at) => at === control));
  if (within) active.blur();
  return Boolean(within);
};

// Say that the button went down and up beside the field, around which no control is pressed by it: some lists close by
// nothing else. No click follows, which a card around the field could take.
const pressBeside = (element) => {
  const beside = parentOf(regionOf(listControl(element))) || document.body;
  for (const type of PRESS) say(beside, type);
  return true;
};

const PRESS = ["pointerdown", "mousedown", "pointerup", "mouseup"];

const say = (at, type) => {
  const how = { bubbles: true, composed: true, cancelable: true };
  at.dispatchEvent(type.startsWith("pointer") ? new PointerEvent(type, how) : new MouseEvent(type, how));
};

// Say that the page itself was clicked, which only what listens to the whole page hears: some lists close by that alone. A
// dialog around the field might close, too: not for such a field.
const clickPage = (element) => {
  if (isInLayer(element)) return false;
  for (const type of [...PRESS, "click"]) say(document.body, type);
  return true;
};

// Give the focus back to the field of a list, which may be in the list itself: some fields alone take the key that closes it.
const focusField = (element) => {
  const control = listControl(element);
  const active = activeElement();
  if (active && closest(active, (at) => at === control)) return false;
  control.focus({ preventScroll: true });
  return true;
};

const PICKERS =
  "[role=dialog], [role=grid], [role=application], [class*=picker i], [class*=calendar i], [class*=popper i]";
const SUGGESTS =
  "[role=combobox]:not([aria-haspopup=dialog]), [aria-autocomplete]:not([aria-autocomplete=none])";
const LEAST_SIZE = 120;
const DRAWN_AFTER = 2;
const ENDS = 2;
const PERIOD_LEVELS = 3;
const TAKES_FOCUS = 4;

const OPENS_PICKER = "[aria-haspopup=dialog], [aria-haspopup=grid]";
const SEARCHES = "[type=search], [role=searchbox]";

// Whether a field of text says that a calendar, or another picker, belongs to it, open or still closed. Such a field may
// take its text only from the key that leaves it.
const opensPicker = (element) => {
  const control = listControl(element);
  const text = isTextField(control) ? control : element;
  if (!isTextField(text) || text.matches(`${SUGGESTS}, ${SEARCHES}`)) return false;
  return closest(text, (at) => at.matches(OPENS_PICKER)) !== null || isInSpinButton(text);
};

const OPENING_SPIN_BUTTON = "[role=spinbutton][aria-haspopup]:not([aria-haspopup=false])";

// Whether a field of text lies in a spin button that opens something: the value is that of the spin button, which may have
// one only of what was pressed, and keep another text in the field for a while.
const isInSpinButton = (field) => closest(field, (at) => at.matches(OPENING_SPIN_BUTTON)) !== null;

const POPS_UP = "[role=combobox], [aria-expanded], [aria-haspopup]:not([aria-haspopup=false])";

// Whether a field of text says that it opens something: a list, or a calendar that it calls a list.
const popsUp = (element) => isTextField(element) && element.matches(POPS_UP);

// The pickers that hang from a field, or a box: drawn in a place of their own, beside it.
const hangingFrom = (field) =>
  Array.from(document.querySelectorAll(PICKERS)).filter((one) => {
    const box = one.checkVisibility({ visibilityProperty: true }) && boxBeside(one, field);
    if (!box || Math.min(box.offsetWidth, box.offsetHeight) < LEAST_SIZE) return false;
    return isNear(box, field);
  });

// The pickers of a field, or of the period that it is an end of: theirs may hang from its other end.
const pickersOf = (field) => {
  const own = hangingFrom(field);
  const period = own.length ? null : fieldsTogether(field, ENDS, PERIOD_LEVELS);
  return period ? hangingFrom(period.box) : own;
};

const DAYS = "[role=gridcell], td";

// Whether the key that leaves a field went to the day in the calendar which hangs from it that the field holds.
const dayHasFocus = async (element) => {
  const field = listControl(element);
  let active = activeElement();
  for (let frame = 0; frame < TAKES_FOCUS && (active === null || active === field); frame++) {
    await nextFrame();
    active = activeElement();
  }
  if (active === null || closest(active, (at) => at.matches(DAYS)) === null) return false;
  const held = (shownValue(field).match(/\d+/g) || []).map(Number);
  return held.includes(Number(words(active.textContent))) && boxBeside(active, field) !== null;
};

// Whether one belongs to it, or hangs from it; one that is still fading in counts.
const showsPicker = async (element) => {
  if (opensPicker(element)) return true;
  const field = listControl(element);
  if (!isTextField(field) || field.matches(SUGGESTS)) return false;
  for (let frame = 0; frame < DRAWN_AFTER; frame++) await nextFrame();
  return pickersOf(field).length > 0;
};

// Whether one hangs from it now.
const pickerIsOpen = (element) => hangingFrom(listControl(element)).length > 0;

// Resolves once a list no longer fades or slides in, at the latest after `limit` ms: some take no press before.
const listRests = async (_element, limit) => {
  const [first] = itemsRead();
  await seenWithin(limit, () => !(first?.isConnected && isMoving(first)));
  return true;
};

let pickers = [];

// Notes the pickers that hang from a field before it is left: the next field may open one of its own, as near.
const notePickers = (element) => {
  const field = listControl(element);
  pickers = isTextField(field) && !field.matches(SUGGESTS) ? pickersOf(field) : [];
};

// Whether one of those hangs from the field after `limit` ms still, and whether the field has the focus.
const pickerLeft = async (element, limit) => {
  const field = listControl(element);
  const hasLeft = () => !pickers.length || !pickersOf(field).some((one) => pickers.includes(one));
  const left = await seenWithin(limit, hasLeft);
  const active = activeElement();
  return { stays: !left, focused: active !== null && closest(active, (at) => at === field) !== null };
};

export {
  centreField,
  clickPage,
  confirmsIn,
  dayHasFocus,
  escapeMayDoMore,
  focusField,
  hangingFrom,
  isInLayer,
  isInSpinButton,
  isMoving,
  leaveList,
  listConfirm,
  listRests,
  notePickers,
  OPENS_PICKER,
  opensPicker,
  pickerIsOpen,
  pickerLeft,
  popsUp,
  pressBeside,
  restingList,
  showsPicker,
};
