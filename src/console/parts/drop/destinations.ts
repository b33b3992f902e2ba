import type { FileKind } from "./recognize-file.ts";

/** Where files of a kind go. */
interface Destination {
  path: string;
  /** What such files are called. */
  one: string;
  many: string;
  /** Whether the page takes several at once. */
  takesMany: boolean;
  /** The role that it takes to do anything with one. */
  role: "analyst" | "admin";
}

const IMPORTS = { path: "/intake/imports", takesMany: false, role: "analyst" } as const;

export const DESTINATIONS: Readonly<Record<FileKind, Destination>> = {
  report: { path: "/analyze", one: "report", many: "reports", takesMany: true, role: "analyst" },
  mail: {
    path: "/intake/capture",
    one: "email",
    many: "emails",
    takesMany: true,
    role: "analyst",
  },
  stix: { ...IMPORTS, one: "STIX bundle", many: "STIX bundles" },
  misp: { ...IMPORTS, one: "MISP event", many: "MISP events" },
  atlas: { ...IMPORTS, one: "ATLAS matrix", many: "ATLAS matrices" },
  attack: {
    path: "/releases",
    one: "ATT&CK release",
    many: "ATT&CK releases",
    takesMany: false,
    role: "admin",
  },
  navigator: {
    path: "/matrix?layers=true",
    one: "Navigator layer",
    many: "Navigator layers",
    takesMany: false,
    role: "analyst",
  },
  rules: {
    path: "/rules",
    one: "file of rules",
    many: "files of rules",
    takesMany: true,
    role: "analyst",
  },
  dettect: {
    path: "/coverage/log-sources",
    one: "DeTT&CT file",
    many: "DeTT&CT files",
    takesMany: false,
    role: "analyst",
  },
};

/** What may be dropped, as the overlay and refusals say it. */
export const ACCEPTED =
  "reports (PDF, DOCX, HTML, TXT, MD), emails (EML), STIX bundles, MISP events, ATLAS, ATT&CK releases, Navigator layers, detection rules or archives of them, and DeTT&CT files";
