// The selects of pages without a framework: Tom Select, Choices.js, Select2.
import "tom-select/dist/css/tom-select.css";
import "choices.js/public/assets/styles/choices.css";
import "select2/dist/css/select2.css";
import jQuery from "jquery";
import select2 from "select2";

export { default as TomSelect } from "tom-select";
export { default as Choices } from "choices.js";
select2(window, jQuery);
export { jQuery };
