import "monaco-editor/features/register.all.js";
import "monaco-editor/languages/definitions/javascript/register.js";
import "monaco-editor/languages/definitions/python/register.js";

export * as monaco from "monaco-editor/editor.js";
