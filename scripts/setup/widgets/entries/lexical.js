export * as lexical from "lexical";
export * as richText from "@lexical/rich-text";
export * as history from "@lexical/history";
export * as list from "@lexical/list";
