import type { McpUiHostContext } from "@modelcontextprotocol/ext-apps";
import { HostLink, type ToolResult } from "./host-link.ts";
import { type Report, View } from "./view.ts";

const HEIGHT = 560;
/** The most characters that one call returns. */
const TEXT_PAGE = 100_000;

interface Session extends Report {
  session_id: string;
  next_cursor: string | null;
}

interface TextPage {
  text: string;
  next_cursor: string | null;
}

const view = new View();
const host = new HostLink({
  context: follow,
  result: (result) => void show(result).catch(complain),
  cancelled: () => view.say("The call was cancelled."),
});
host.connect().then(() => host.resize(HEIGHT), complain);

/** Shows the report from the tool result, then the rest of its techniques and its text. */
async function show({ isError, structuredContent, content = [] }: ToolResult): Promise<void> {
  if (isError === true || structuredContent === undefined) {
    view.say(content.map(({ text = "" }) => text).join("\n"));
    return;
  }
  const session = structuredContent as unknown as Session;
  view.showReport(session);
  await readTechniques(session);
  await readText(session.session_id);
}

async function readTechniques(session: Session): Promise<void> {
  let cursor = session.next_cursor;
  while (cursor !== null) {
    const args = { session_id: session.session_id, cursor, limit: 100 };
    const next = (await host.callTool("read_session", args))?.structuredContent;
    if (next === undefined) return;
    const page = next as unknown as Session;
    session.techniques.push(...page.techniques);
    view.showReport(session);
    cursor = page.next_cursor;
  }
}

async function readText(id: string): Promise<void> {
  let text = "";
  let next: TextPage | undefined = { text, next_cursor: null };
  do {
    const cursor: string | null = next.next_cursor;
    next = await readTextPage({ session_id: id, limit: TEXT_PAGE, ...(cursor && { cursor }) });
    if (next === undefined) return;
    text += next.text;
    view.showText(text);
  } while (next.next_cursor !== null);
}

async function readTextPage(args: Record<string, unknown>): Promise<TextPage | undefined> {
  const result = await host.callTool("read_session_text", args);
  return result?.structuredContent as TextPage | undefined;
}

/** Applies the colors and fonts of the host. */
function follow({ theme, styles }: McpUiHostContext): void {
  const { style, dataset } = document.documentElement;
  if (theme !== undefined) dataset["theme"] = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (typeof value === "string") style.setProperty(name, value);
  }
}

function complain(error: unknown): void {
  view.say(error instanceof Error ? error.message : String(error));
}
