/** What would tell on itself if it ran. */
const RUN = "globalThis.ran=1";
const FORMS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload="${RUN}">`,
  `<svg><script>${RUN}</script></svg>`,
  `<a href="javascript:${RUN}">link</a>`,
  `[link](javascript:${RUN})`,
  `![picture](x" onerror="${RUN})`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<body onload="${RUN}">`,
  `<details open ontoggle="${RUN}">x</details>`,
  `<input autofocus onfocus="${RUN}">`,
  `<math><mi xlink:href="javascript:${RUN}">x</mi></math>`,
  `<style>@import "javascript:${RUN}";*{background:url(//x.invalid)}</style>`,
  `<base href="https://x.invalid/">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<object data="javascript:${RUN}"></object>`,
  `{{constructor.constructor("${RUN}")()}}`,
  `\${${RUN}}`,
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
];
/** Where a careless page would have put the text. */
const PLACES: ((form: string) => string)[] = [
  (form) => form,
  (form) => `"${form}`,
  (form) => `'>${form}`,
  (form) => `">${form}`,
  (form) => `</textarea>${form}`,
  (form) => `</title>${form}`,
  (form) => `</script>${form}`,
  (form) => `</style>${form}`,
  (form) => `-->${form}`,
  (form) => `]]>${form}`,
  (form) => `\u202e${form}`,
  (form) => form.toUpperCase(),
  (form) => form.replaceAll("<", "&lt;"),
  (form) => form.replaceAll("<", "%3C"),
  (form) => form.replaceAll("<", "<\n"),
];
/** 300 texts that would set `globalThis.ran`, if a page took them for more than text. */
export const HOSTILE = PLACES.flatMap((place) => FORMS.map(place));
