export * as fabric from "fabric";
