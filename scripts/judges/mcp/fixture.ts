import {
  completable,
  createRequestStateCodec,
  McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { registerInputTools } from "./fixture-inputs.ts";

/** A picture of one red pixel, and a sound of no length. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const text = (words: string) => ({ type: "text" as const, text: words });
const image = { type: "image" as const, data: PNG, mimeType: "image/png" };
const resource = (uri: string, mimeType: string, words: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: words },
});
const user = <T>(content: T) => ({ role: "user" as const, content });

/** One key for all requests: the state of one is read by the next. */
const states = createRequestStateCodec<string>({ key: crypto.getRandomValues(new Uint8Array(32)) });

/** The server that the conformance suite asks: its tools, resources and prompts are those of the suite. */
export function createFixture(): McpServer {
  const server = new McpServer(
    { name: "conformance-fixture", version: "1.0.0" },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
        logging: {},
        completions: {},
      },
      requestState: { verify: async (state, ctx) => await states.verify(state, ctx) },
    },
  );
  registerContentTools(server);
  registerBehavingTools(server);
  registerInputTools(server, states);
  registerResources(server);
  registerPrompts(server);
  return server;
}

function registerContentTools(server: McpServer): void {
  const contents = {
    test_simple_text: [text("This is a simple text response for testing.")],
    test_image_content: [image],
    test_audio_content: [{ type: "audio" as const, data: WAV, mimeType: "audio/wav" }],
    test_embedded_resource: [
      resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
    ],
    test_multiple_content_types: [
      text("Multiple content types test:"),
      image,
      resource(
        "test://mixed-content-resource",
        "application/json",
        JSON.stringify({ test: "data", value: 123 }),
      ),
    ],
  };
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: "Returns fixed content." }, () => ({ content }));
  }
}

function registerBehavingTools(server: McpServer): void {
  server.registerTool("test_error_handling", { description: "Fails." }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  server.registerTool(
    "test_tool_with_progress",
    { description: "Reports progress." },
    async (ctx) => {
      const { _meta: meta, notify } = ctx.mcpReq;
      for (const progress of [0, 50, 100]) {
        if (meta?.progressToken === undefined) break;
        const params = { progressToken: meta.progressToken, progress, total: 100 };
        await notify({ method: "notifications/progress", params });
      }
      return { content: [text("Done.")] };
    },
  );
  server.registerTool("test_logging_tool", { description: "Logs." }, async (ctx) => {
    await ctx.mcpReq.log("info", "A message");
    return { content: [text("Logged.")] };
  });
  const dated = z.object({ region: z.string().meta({ "x-mcp-header": "Region" }) });
  const described = { description: "Takes an argument that a header repeats.", inputSchema: dated };
  server.registerTool("test_header_argument", described, ({ region }) => ({
    content: [text(region)],
  }));
}

function registerResources(server: McpServer): void {
  const uris = { text: "test://static-text", binary: "test://static-binary" };
  const plain = { mimeType: "text/plain", description: "A fixed text." };
  server.registerResource("static-text", uris.text, plain, () => ({
    contents: [
      {
        uri: uris.text,
        mimeType: "text/plain",
        text: "This is the content of the static text resource.",
      },
    ],
  }));
  const picture = { mimeType: "image/png", description: "A fixed picture." };
  server.registerResource("static-binary", uris.binary, picture, () => ({
    contents: [{ uri: uris.binary, mimeType: "image/png", blob: PNG }],
  }));
  const place = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  const json = { mimeType: "application/json", description: "Data by id." };
  server.registerResource("template", place, json, (uri, { id }) => ({
    contents: [
      {
        uri: uri.href,
        mimeType: "application/json",
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
}

function registerPrompts(server: McpServer): void {
  server.registerPrompt("test_simple_prompt", { description: "A fixed prompt." }, () => ({
    messages: [user(text("This is a simple prompt for testing."))],
  }));
  const names = z.object({
    arg1: completable(z.string(), (value) =>
      ["paris", "park"].filter((one) => one.startsWith(value)),
    ),
    arg2: z.string(),
  });
  const withNames = { description: "Repeats its arguments.", argsSchema: names };
  server.registerPrompt("test_prompt_with_arguments", withNames, ({ arg1, arg2 }) => ({
    messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  }));
  const withUri = {
    description: "Embeds a resource.",
    argsSchema: z.object({ resourceUri: z.string() }),
  };
  server.registerPrompt("test_prompt_with_embedded_resource", withUri, ({ resourceUri }) => ({
    messages: [
      user(resource(resourceUri, "text/plain", "Embedded resource content for testing.")),
      user(text("Please process the embedded resource above.")),
    ],
  }));
  server.registerPrompt("test_prompt_with_image", { description: "Shows a picture." }, () => ({
    messages: [user(image), user(text("Please analyze the image above."))],
  }));
}
