import type { Api } from "./api.ts";

/** Creates a token, and a webhook that the demo receives, before there is something to report. */
export async function fillExchange(api: Api, site: string) {
  await api.send("POST", "/tokens", {
    name: "Nightly export",
    role: "viewer",
    expires_in_days: 90,
  });
  const webhook = {
    name: "SOC channel (answered by the demo)",
    url: `${site}/hook`,
    event_types: ["analysis.signed", "intake.created", "coverage.changed"],
  };
  const { id } = await api.send<{ id: string }>("POST", "/webhooks", webhook);
  await api.send("POST", `/webhooks/${id}/test`);
  return { webhook_id: id };
}
