export const OVERLAY_KINDS = ["session", "group", "campaign", "layer"] as const;
export type OverlayKind = (typeof OVERLAY_KINDS)[number];

/** The displayed name of each kind. */
export const OVERLAY_NAMES: Record<OverlayKind, string> = {
  session: "report",
  group: "group",
  campaign: "campaign",
  layer: "layer",
};

/** An overlay of the matrix, as named in the address: `group:G0016`. */
export interface OverlayRef {
  kind: OverlayKind;
  id: string;
}

/** Returns the overlay that a part of the address names, or null. */
export function readRef(text: string): OverlayRef | null {
  const [name, id = ""] = text.split(":");
  const kind = OVERLAY_KINDS.find((one) => one === name);
  return kind === undefined || id === "" ? null : { kind, id };
}

/** Returns an overlay as written in the address. */
export function writeRef({ kind, id }: OverlayRef): string {
  return `${kind}:${id}`;
}

/** Returns the overlay as an operand for the service to combine. */
export function operandOf({ kind, id }: OverlayRef) {
  return { [`${kind}_id`]: id };
}
