import type { FileKind } from "./recognize-file.ts";

/** The page for files of a kind. */
interface Destination {
  path: string;
  /** The name of such a file. */
  one: string;
  many: string;
  /** Whether the page accepts several at a time. */
  takesMany: boolean;
  /** The role required for any action on one. */
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

/** The files that may be dropped, as worded in the overlay and in rejections. */
export const ACCEPTED =
  "reports (PDF, DOCX, HTML, TXT, MD), emails (EML), STIX bundles, MISP events, ATLAS, ATT&CK releases, Navigator layers, detection rules or archives of them, and DeTT&CT files";
