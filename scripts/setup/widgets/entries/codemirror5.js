import "codemirror5/lib/codemirror.css";
import "codemirror5/addon/display/placeholder.js";
export { default as CodeMirror } from "codemirror5";
