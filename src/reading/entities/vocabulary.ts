/** The Traffic Light Protocol, version 2.0 (FIRST). */
export const TLP_MARKINGS = ["clear", "green", "amber", "amber+strict", "red"] as const;

/** What a name that the release does not list may be the name of. */
export const UNLISTED_KINDS = ["group", "campaign", "malware", "tool"] as const;
export type UnlistedKind = (typeof UNLISTED_KINDS)[number];
