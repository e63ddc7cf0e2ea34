// Bundles every file of entries/ into OUT/<name>.js (and <name>.css) once; what several of them use lies in shared chunks.
// Run in the folder that holds node_modules: node build.mjs ENTRIES OUT
import { build } from "esbuild";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const [entries, out] = process.argv.slice(2);
const kept = { ".woff2": "file", ".svg": "dataurl", ".png": "dataurl", ".gif": "dataurl" };
const dropped = { ".ttf": "empty", ".eot": "empty", ".woff": "empty" };
const shared = {
  outdir: out,
  bundle: true,
  minify: true,
  logLevel: "warning",
  target: "chrome120",
  nodePaths: [join(process.cwd(), "node_modules")],
  loader: { ...kept, ...dropped },
  define: {
    "process.env.NODE_ENV": '"production"',
    "process.env": "{}",
    "process.platform": '"browser"',
    __VUE_OPTIONS_API__: "true",
    __VUE_PROD_DEVTOOLS__: "false",
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
  },
  alias: {
    vue: "vue/dist/vue.esm-bundler.js",
    // exported for style sheets only
    "angular-material-theme.css": "./node_modules/@angular/material/prebuilt-themes/azure-blue.css",
  },
};

await build({
  ...shared,
  entryPoints: readdirSync(entries).map((name) => join(entries, name)),
  format: "esm",
  splitting: true,
});
await build({
  ...shared,
  entryPoints: { "monaco-worker": "monaco-editor/editor/editor.worker.js" },
  format: "iife",
});
