import type { Api } from "./api.ts";
import { readJson } from "./content.ts";
import type { Sessions } from "./fill-reports.ts";

interface Review {
  techniques: Record<string, object>;
  session: object;
  comments: object[];
  isSigned: boolean;
}

/** Reviews the three reports, signs two, asks for a second opinion on the third, and makes a dossier. */
export async function fillReviews(api: Api, sessions: Sessions) {
  const { ransomware, espionage, supplyChain } = sessions;
  const reviews = readJson<Record<string, Review>>("review.json");
  await api.send(
    "POST",
    `/analyze/sessions/${espionage}/second-opinion?provider=provider_a&mode=recall`,
  );
  await review(api, ransomware, reviews["ransomware"]);
  await review(api, supplyChain, reviews["supply-chain"]);
  await review(api, espionage, reviews["espionage"]);
  const dossier = {
    name: "Intrusions of autumn 2026",
    session_ids: [ransomware, espionage, supplyChain],
    note: "What the three have in common: stolen accounts, and too few second factors.",
  };
  const { dossier_id } = await api.send<{ dossier_id: string }>("POST", "/dossiers", dossier);
  return { session_id: espionage, other_id: ransomware, dossier_id };
}

/** Decides on the techniques that a review names; before a signature, the others are accepted. */
async function review(api: Api, id: string, given?: Review): Promise<void> {
  if (given === undefined) throw new Error("A report of the demo has no review.");
  const path = `/analyze/sessions/${id}`;
  for (const [technique, decision] of Object.entries(given.techniques)) {
    await api.send("PATCH", `${path}/techniques/${technique}`, decision);
  }
  await api.send("PATCH", path, given.session);
  for (const comment of given.comments) await api.send("POST", `${path}/comments`, comment);
  if (!given.isSigned) return;
  await acceptRest(api, id);
  await api.send("PATCH", path, { review_state: "signed" });
}

async function acceptRest(api: Api, id: string): Promise<void> {
  const { techniques } = await api.send<{
    techniques: { attack_id: string; review_status: string }[];
  }>("GET", `/analyze/${id}`);
  const changes = techniques
    .filter(({ review_status }) => review_status === "suggested")
    .map(({ attack_id }) => ({ attack_id, review_status: "accepted" }));
  await api.send("POST", `/analyze/sessions/${id}/techniques/review`, { changes });
}
