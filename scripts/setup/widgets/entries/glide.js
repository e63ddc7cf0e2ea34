import "@glideapps/glide-data-grid/dist/index.css";
export * as glide from "@glideapps/glide-data-grid";
