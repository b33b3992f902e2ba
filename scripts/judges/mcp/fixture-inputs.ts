import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequest,
  inputRequired,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

const done = (words: string) => ({ content: [{ type: "text" as const, text: words }] });
const named = z.object({ name: z.string() });
const askName = (message: string) => inputRequired.elicit({ message, requestedSchema: named });
const question = (words: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: words } }],
    maxTokens,
  });

type Run = (ctx: ServerContext) => ReturnType<Parameters<McpServer["registerTool"]>[2]>;

/** Tools that ask their client for something before they answer. */
export function registerInputTools(server: McpServer, states: RequestStateCodec<string>): void {
  const tools = { ...askingOnce(), ...askingWithState(states), ...askingWithCapabilities() };
  for (const [name, run] of Object.entries(tools)) {
    server.registerTool(name, { description: "Asks for input." }, run as never);
  }
  const described = { description: "Asks for its context." };
  server.registerPrompt("test_input_required_result_prompt", described, (ctx) => {
    const context = z.object({ context: z.string() });
    const given = acceptedContent(ctx.mcpReq.inputResponses, "user_context", context);
    if (given === undefined) {
      const message = "What context should the prompt use?";
      const asked = inputRequired.elicit({ message, requestedSchema: context });
      return inputRequired({ inputRequests: { user_context: asked } });
    }
    return {
      messages: [{ role: "user", content: { type: "text", text: `In ${given.context}.` } }],
    };
  });
}

function askingOnce(): Record<string, Run> {
  const asking = (key: string, request: InputRequest, say: (given: unknown) => string): Run => {
    return ({ mcpReq: { inputResponses } }) => {
      const given = inputResponses?.[key];
      return given === undefined
        ? inputRequired({ inputRequests: { [key]: request } })
        : done(say(given));
    };
  };
  return {
    test_input_required_result_elicitation: ({ mcpReq: { inputResponses } }) => {
      const given = acceptedContent(inputResponses, "user_name", named);
      const request = askName("What is your name?");
      return given === undefined
        ? inputRequired({ inputRequests: { user_name: request } })
        : done(`Hello, ${given.name}!`);
    },
    test_input_required_result_sampling: asking(
      "capital_question",
      question("What is the capital of France?", 100),
      (given) => JSON.stringify(given),
    ),
    test_input_required_result_list_roots: asking(
      "client_roots",
      inputRequired.listRoots(),
      (given) => JSON.stringify(given),
    ),
  };
}

function askingWithState(states: RequestStateCodec<string>): Record<string, Run> {
  const confirm = (): InputRequest =>
    inputRequired.elicit({
      message: "Please confirm",
      requestedSchema: z.object({ ok: z.boolean() }),
    });
  const confirmed: Run = async ({ mcpReq }) =>
    mcpReq.requestState() === undefined
      ? inputRequired({
          inputRequests: { confirm: confirm() },
          requestState: await states.mint("asked"),
        })
      : done("state-ok");
  return {
    test_input_required_result_request_state: confirmed,
    test_input_required_result_tampered_state: confirmed,
    test_input_required_result_multiple_inputs: async ({ mcpReq }) => {
      if (mcpReq.requestState() !== undefined) return done("All inputs came.");
      const inputRequests = {
        user_name: askName("What is your name?"),
        greeting: question("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      };
      return inputRequired({ inputRequests, requestState: await states.mint("asked") });
    },
    test_input_required_result_multi_round: async ({ mcpReq }) => {
      const round = mcpReq.requestState<string>();
      if (round === "second") return done("Both rounds are done.");
      const color = z.object({ color: z.string() });
      const inputRequests: Record<string, InputRequest> =
        round === undefined
          ? { step1: askName("Step 1: What is your name?") }
          : {
              step2: inputRequired.elicit({
                message: "Step 2: What is your favorite color?",
                requestedSchema: color,
              }),
            };
      const next = round === undefined ? "first" : "second";
      return inputRequired({ inputRequests, requestState: await states.mint(next) });
    },
  };
}

function askingWithCapabilities(): Record<string, Run> {
  const capabilitiesOf = ({ mcpReq }: ServerContext) => {
    const envelope: Record<string, unknown> = mcpReq.envelope ?? {};
    return (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<string, object | undefined>;
  };
  return {
    test_input_required_result_capabilities: (ctx) => {
      const { elicitation, sampling } = capabilitiesOf(ctx);
      const inputRequests = {
        ...(elicitation && { user_name: askName("What is your name?") }),
        ...(sampling && { greeting: question("Generate a greeting", 50) }),
      };
      return inputRequired({ inputRequests });
    },
    // The package refuses what the client cannot do.
    test_missing_capability: ({ mcpReq: { inputResponses } }) =>
      inputResponses?.["greeting"] === undefined
        ? inputRequired({ inputRequests: { greeting: question("Generate a greeting", 50) } })
        : done("Hello!"),
    test_streaming_elicitation: ({ mcpReq: { inputResponses } }) =>
      inputResponses?.["user_name"] === undefined
        ? inputRequired({ inputRequests: { user_name: askName("What is your name?") } })
        : done("Hello!"),
  };
}
