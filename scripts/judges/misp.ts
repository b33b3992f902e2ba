import { openAsBlob, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { analyse, startService, temporaryFolder } from "../../test/support/node/service.ts";
import { MispStandIn } from "../../test/support/node/misp-stand-in.ts";
import { send } from "./ask.ts";
import { REPORT_FILES } from "./report-files.ts";

const LEVELS = ["clear", "green", "amber", "amber+strict", null];

/**
 * Starts a service whose reports MISP reads as a feed, writes where, and sends each report to a stand-in of MISP: new,
 * unchanged and changed. Techniques of every other report are accepted.
 */
export async function serveMisp(folder: string): Promise<void> {
  const misp = new MispStandIn();
  await misp.listen();
  const { url } = await startService(temporaryFolder().path, misp.settings);
  const outcomes: string[] = [];
  for (const [place, path] of REPORT_FILES.entries()) {
    const file = new File([await openAsBlob(path)], basename(path));
    const { status, body } = await analyse(url, { file });
    // One of them is pictures alone.
    if (status !== 200) continue;
    const session = `${url}/api/analyze/sessions/${body.session_id}`;
    await send("PATCH", session, { tlp: LEVELS[place % LEVELS.length] });
    const push = async () =>
      (await send("POST", `${url}/api/misp/push`, { session_id: body.session_id })).outcome;
    outcomes.push(await push(), await push());
    if (place % 2 === 0) {
      const review = { review_status: "accepted" };
      for (const { attack_id } of body.techniques)
        await send("PATCH", `${session}/techniques/${attack_id}`, review);
    }
    makeOlder(misp, body.session_id);
    await send("PATCH", session, { note: "Changed" });
    outcomes.push(await push());
  }
  misp.close();
  writeFileSync(join(folder, "service.json"), JSON.stringify({ url: `${url}/misp/` }));
  writeFileSync(join(folder, "sent.json"), JSON.stringify({ outcomes, asked: misp.asked }));
}

/** Times of events are whole seconds, so the stored event is made older than the change that follows. */
function makeOlder({ events }: MispStandIn, id: string): void {
  const event = events.get(id);
  if (event !== undefined) events.set(id, { ...event, timestamp: "1000" });
}
