/** The pages on top of every page and in the palette. */
export const PAGES = [
  { to: "/", name: "Analyse" },
  { to: "/sessions", name: "Sessions" },
  { to: "/observables", name: "Observables" },
  { to: "/matrix", name: "Matrix" },
  { to: "/coverage", name: "Coverage" },
  { to: "/rules", name: "Rules" },
  { to: "/groups", name: "Groups" },
  { to: "/campaigns", name: "Campaigns" },
  { to: "/compare", name: "Compare" },
] as const;
