import "primeicons/primeicons.css";
import config from "primevue/config";
import Aura from "@primeuix/themes/aura";

export * as prime from "primevue";
export const install = (app) =>
  app.use(config, { theme: { preset: Aura, options: { darkModeSelector: ".dark" } } });
