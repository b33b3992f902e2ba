import { SEED } from "../../src/knowledge/attack/vocabulary.ts";

/** The release that the repository ships, with the number of its active techniques. */
export const SHIPPED = { ...SEED, techniques: 697 } as const;
