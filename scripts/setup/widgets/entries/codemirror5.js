import "codemirror5/lib/codemirror.css";
export { default as CodeMirror } from "codemirror5";
