import { blendAll, normalise, type Scores, type Weights } from "./score-sentence.ts";

/** Room to put sentences together in, for a model of so many classes. */
export type ContextRoom = Record<"log" | "cosine" | "meaning", Float64Array>;

/** The room for the contexts of a model. */
export function createContextRoom(classes: number): ContextRoom {
  return {
    log: new Float64Array(classes),
    cosine: new Float64Array(classes),
    meaning: new Float64Array(classes),
  };
}

/**
 * What a sentence says together with its neighbours, as if they were one: "They opened the console. There they
 * created a new account." Scores are linear in words, so that no sentence is scored twice; words that both have
 * count twice.
 */
export function scoreContext(
  scores: Scores,
  neighbours: readonly (Scores | null)[],
  { meaning, taxonomy }: Weights,
  room: ContextRoom,
): void {
  const all = [scores, ...neighbours.filter((one) => one !== null)];
  if (all.length === 1) return;
  const norm = Math.sqrt(all.reduce((sum, { raw }) => sum + raw.norm ** 2, 0)) || 1;
  const words = all.reduce((sum, { raw }) => sum + raw.words, 0) || 1;
  for (const values of Object.values(room)) values.fill(0);
  for (const { raw, cosine } of all) {
    const share = raw.norm / norm;
    const ofWords = raw.words / words;
    for (let c = 0; c < cosine.length; c += 1) {
      room.log[c] = (room.log[c] ?? 0) + share * (raw.log[c] ?? 0);
      room.cosine[c] = (room.cosine[c] ?? 0) + share * (cosine[c] ?? 0);
      room.meaning[c] = (room.meaning[c] ?? 0) + ofWords * (raw.meaning[c] ?? 0);
    }
  }
  normalise(room.log);
  if (meaning === null) room.meaning.set(room.log);
  else normalise(room.meaning);
  blendAll(room, taxonomy, scores.context);
}
