// React with JSX-like templates: html`<${Component} prop=${value}>…<//>`, show(Component) draws it into #app.
import * as React from "react";
import { createRoot } from "react-dom/client";
import htm from "htm";

export * from "react";
export { React };
export const html = htm.bind(React.createElement);
export const show = (component, place = document.getElementById("app")) =>
  createRoot(place).render(React.createElement(component));
