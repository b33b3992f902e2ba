import type { Context } from "hono";
import { z } from "zod";
import { jsonContent } from "../http/json-content.ts";
import { type App, type AppEnv, defineRoute } from "../http/router.ts";
import { AppError } from "../lib/errors.ts";
import { limitRate } from "../rate-limits/rate-limit.ts";
import type { RateLimitDeps } from "../rate-limits/deps.ts";
import { problemInfo } from "../http/problem.ts";
import { toAppError } from "../lib/to-app-error.ts";
import { type Cookie, writeCookie } from "./cookies.ts";
import type { SignOnDeps } from "./deps.ts";
import { finishLogin, usedCookies } from "./finish-login.ts";
import { LOGGED_OUT, logOut } from "./log-out.ts";
import { writeFailedPage, writeLoggedOutPage } from "./login-page.ts";
import { isReturnPath, MAX_RETURN_CHARS } from "./return-path.ts";
import type { SignOn } from "./sign-on.ts";
import { startLogin } from "./start-login.ts";

const tags = ["Service"];
/** Response for a browser. Programs get problem details. */
const failedPage = {
  description: "A page for a browser, whose `Accept` has `text/html`.",
  content: { "text/html": { schema: z.string() } },
};

const loginRoute = defineRoute({
  method: "get",
  path: "/auth/login",
  role: "open",
  tags,
  summary: "Request a login",
  description:
    "Sends a browser to the OpenID Connect provider of the setting `OIDC_ISSUER`, and from there back to `return_to`, with a session in a cookie. " +
    "Programs send an API token instead. Without that setting the response is 404. `RATE_LOGINS_PER_MINUTE` limits how often logins of all users ask the provider.",
  problems: ["not_found", "identity_unavailable", "rate_limited"],
  request: {
    query: z.object({
      return_to: z
        .string()
        .max(MAX_RETURN_CHARS)
        .refine(isReturnPath, "must be a path of this service, such as /intake")
        .default("/")
        .meta({
          description: "Path of this service to return to after the login.",
          example: "/intake",
        }),
      prompt: z.enum(["login"]).optional().meta({
        description:
          "`login` makes the provider ask for the credentials even if it knows the user, for example to log in as another user.",
        example: "login",
      }),
    }),
  },
  responses: {
    302: { description: "Continue at the provider." },
    429: failedPage,
    503: failedPage,
  },
});

const callbackRoute = defineRoute({
  method: "get",
  path: "/auth/callback",
  role: "open",
  hide: true,
  // Providers may add parameters.
  request: { query: z.looseObject({}) },
  responses: { 302: { description: "The login is complete." } },
});

const loggedOutRoute = defineRoute({
  method: "get",
  path: LOGGED_OUT,
  role: "open",
  hide: true,
  request: { query: z.looseObject({}) },
  responses: { 200: { description: "The page after a logout." } },
});

const logoutRoute = defineRoute({
  method: "post",
  path: "/auth/logout",
  role: "viewer",
  before: [limitRate("writes")],
  tags,
  summary: "Remove the session of this browser",
  description:
    "Logs the user out of this service. To log out of the provider as well, continue at the address in the response.",
  problems: ["not_found"],
  responses: {
    200: jsonContent(
      "The session was removed.",
      z.object({
        location: z.string().meta({
          description:
            "Address to continue at in the browser: the logout of the provider, or a page of this service if the provider has none.",
          example: "https://login.example.org/logout?client_id=tradecraft",
        }),
      }),
    ),
  },
});

type AppContext = Context<AppEnv<SignOnDeps & RateLimitDeps>>;

/** Mounts the routes for login and logout by the service itself. */
export function mountSignOn(app: App<SignOnDeps & RateLimitDeps>): void {
  app.openapi(loginRoute, async (c) => {
    const signOn = requireSignOn(c.var.deps);
    const { return_to: returnTo, prompt } = c.req.valid("query");
    return await answerPerson(c, async () => {
      const step = await startLogin(signOn, c.req.raw.headers, returnTo, prompt === "login");
      return redirect(signOn, step.location, step.cookies);
    });
  });
  app.openapi(callbackRoute, async (c) => {
    const signOn = requireSignOn(c.var.deps);
    const callback = new URL(c.req.url);
    const used = usedCookies(signOn, callback);
    const response = await answerPerson(c, async () => {
      const step = await finishLogin(signOn, callback, c.req.raw.headers);
      return redirect(signOn, step.location, step.cookies);
    });
    addCookies(response.headers, signOn, used);
    return response;
  });
  app.openapi(loggedOutRoute, (c) => {
    requireSignOn(c.var.deps);
    return c.html(writeLoggedOutPage());
  });
  app.openapi(logoutRoute, async (c) => {
    const signOn = requireSignOn(c.var.deps);
    const { location, cookies } = await logOut(signOn, c.req.raw.headers);
    const response = c.json({ location }, 200);
    addCookies(response.headers, signOn, cookies);
    return response;
  });
}

/** @throws AppError `not_found` if users are identified in another way */
function requireSignOn({ signOn }: SignOnDeps): SignOn {
  if (signOn !== null) return signOn;
  throw new AppError(
    "not_found",
    "This service does not log users in; set OIDC_ISSUER if it should.",
  );
}

/** Responds to a failure with a page for a browser, and with problem details for a program. */
async function answerPerson(c: AppContext, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const known = toAppError(error);
    const isPerson = c.req.header("Accept")?.includes("text/html") === true;
    if (!isPerson || known.code === "internal_error") throw error;
    return c.html(
      writeFailedPage(known.message),
      problemInfo(known.code).status as 401,
      known.headers,
    );
  }
}

function redirect(signOn: SignOn, location: string, cookies: readonly Cookie[]): Response {
  const response = new Response(null, { status: 302, headers: { Location: location } });
  addCookies(response.headers, signOn, cookies);
  return response;
}

function addCookies(headers: Headers, { isSecure }: SignOn, cookies: readonly Cookie[]): void {
  for (const cookie of cookies) headers.append("Set-Cookie", writeCookie(cookie, isSecure));
}
