export const people = ["Ada Lovelace", "Alan Turing", "Barbara Liskov", "Edsger Dijkstra", "Eva Klein", "Grace Hopper", "Ken Thompson", "Niklaus Wirth"];
export const many = Array.from({ length: 300 }, (_, index) => `Choice ${index}`);
export const tree = [
  { value: "eu", label: "Europe", children: [{ value: "fr", label: "France", children: [{ value: "paris", label: "Paris" }, { value: "lyon", label: "Lyon" }] }, { value: "de", label: "Germany" }] },
  { value: "as", label: "Asia", children: [{ value: "jp", label: "Japan" }] },
];
export const path = [
  { value: "zj", label: "Zhejiang", children: [{ value: "hz", label: "Hangzhou", children: [{ value: "xh", label: "West Lake" }] }] },
  { value: "js", label: "Jiangsu", children: [{ value: "nj", label: "Nanjing", children: [{ value: "zh", label: "Zhong Hua Men" }, { value: "xw", label: "Xuanwu Lake" }] }] },
];
export const find = (text) => people.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
