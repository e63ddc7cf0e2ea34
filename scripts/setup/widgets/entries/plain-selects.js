// The selects of pages without a framework: Tom Select, Choices.js, Select2, Selectize, Slim Select, Chosen, Virtual Select.
import "tom-select/dist/css/tom-select.css";
import "choices.js/public/assets/styles/choices.css";
import "select2/dist/css/select2.css";
import "@selectize/selectize/dist/css/selectize.css";
import "chosen-js/chosen.css";
import "slim-select/styles";
import "virtual-select-plugin/dist/virtual-select.min.css";
import "virtual-select-plugin/dist/virtual-select.min.js";
import jQuery from "jquery";
import select2 from "select2";
import "@selectize/selectize";

export { default as TomSelect } from "tom-select";
export { default as Choices } from "choices.js";
export { default as SlimSelect } from "slim-select";
select2(window, jQuery);
// It looks for the global of pages without modules.
window.jQuery = jQuery;
await import("chosen-js");
export { jQuery };
