/** The Traffic Light Protocol, version 2.0 (FIRST). */
export const TLP_MARKINGS = ["clear", "green", "amber", "amber+strict", "red"] as const;
