// Selects whose lists hold check boxes, and sliders of pages without a framework: multiple-select, Materialize, noUiSlider.
import "materialize-css/dist/css/materialize.css";
import "multiple-select/dist/multiple-select.css";
import "nouislider/dist/nouislider.css";
import M from "materialize-css";
import jQuery from "jquery";
import noUiSlider from "nouislider";

window.jQuery = window.$ = jQuery;
await import("multiple-select");
export { M, jQuery, noUiSlider };
