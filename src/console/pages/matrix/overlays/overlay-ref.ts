export const OVERLAY_KINDS = ["session", "group", "campaign", "layer"] as const;
export type OverlayKind = (typeof OVERLAY_KINDS)[number];

/** What each kind is called on the page. */
export const OVERLAY_NAMES: Record<OverlayKind, string> = {
  session: "report",
  group: "group",
  campaign: "campaign",
  layer: "layer",
};

/** What lies over the matrix, as the address names it: `group:G0016`. */
export interface OverlayRef {
  kind: OverlayKind;
  id: string;
}

/** The overlay that a part of the address names, or null. */
export function readRef(text: string): OverlayRef | null {
  const [name, id = ""] = text.split(":");
  const kind = OVERLAY_KINDS.find((one) => one === name);
  return kind === undefined || id === "" ? null : { kind, id };
}

/** How an overlay stands in the address. */
export function writeRef({ kind, id }: OverlayRef): string {
  return `${kind}:${id}`;
}

/** The overlay as the service takes it to combine sets. */
export function operandOf({ kind, id }: OverlayRef) {
  return { [`${kind}_id`]: id };
}
