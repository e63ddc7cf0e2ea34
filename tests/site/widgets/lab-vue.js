// As lab.js, for pages of Vue widgets: `window.state` is the application's own reactive state.
import { createApp, nextTick, reactive, toRaw } from "/vendor/widgets/vue.js";

export { people, many } from "./lists.js";

export async function lab(initial, template, { install, data = {}, methods = {} }) {
  const s = reactive(initial);
  const app = createApp({ data: () => ({ s, ...data }), methods, template });
  await install(app);
  app.mount("#app");
  Object.defineProperty(window, "state", { get: () => toRaw(s) });
  await nextTick();
  window.ready = true;
}
