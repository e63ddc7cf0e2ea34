export * as radix from "radix-ui";
