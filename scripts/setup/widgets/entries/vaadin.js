import "@vaadin/combo-box";
import "@vaadin/combo-box/vaadin-combo-box-light.js";
