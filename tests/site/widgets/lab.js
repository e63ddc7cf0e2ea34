// What the pages of React widgets share: `window.state` is what the application holds, as a person would find it saved.
import { html, React, show } from "/vendor/widgets/react.js";

export { html, React };
export * from "./lists.js";

export function lab(initial, draw) {
  window.state = initial;
  function App() {
    const [, drawAgain] = React.useReducer((count) => count + 1, 0);
    const set = (name, read = (value) => value) => (...args) => {
      window.state[name] = read(...args);
      drawAgain();
    };
    React.useEffect(() => {
      window.ready = true;
    }, []);
    return draw(window.state, set);
  }
  show(App);
}
