/** An article in HTML: paragraphs, headings, code, a table of techniques and a list. */
export const ARTICLE = `<p>The intruders sent spearphishing mails with a malicious attachment to staff of two banks,
  which ran a PowerShell script and fetched a loader.</p>
<p>They dumped LSASS&nbsp;memory with a renamed copy of ProcDump and moved laterally with what they stole.</p>
<h2>Persistence</h2><p>A scheduled task started the loader every twenty minutes, and a run key was set on two servers.</p>
<pre><code>schtasks /create /tn Updater ^
    /tr C:\\u.exe /sc minute</code></pre>
<h2>Indicators</h2><table><thead><tr><th>Technique</th><th>Name</th></tr></thead><tbody>
<tr><td><a href="/a">T1003.001</a></td><td><p>LSASS Memory</p></td></tr>
<tr><td></td><td>Scheduled Task<br>(Windows)</td></tr></tbody></table>
<ul><li>First, the archive was staged in a hidden folder of the web server.</li><li>Then it left through a cloud storage service at night.</li></ul>`;

/** What the article says, line by line. */
export const ARTICLE_TEXT = `The intruders sent spearphishing mails with a malicious attachment to staff of two banks, which ran a PowerShell script and fetched a loader.

They dumped LSASS memory with a renamed copy of ProcDump and moved laterally with what they stole.

Persistence

A scheduled task started the loader every twenty minutes, and a run key was set on two servers.

schtasks /create /tn Updater ^
    /tr C:\\u.exe /sc minute

Indicators

Technique\tName
T1003.001\tLSASS Memory
Scheduled Task
(Windows)

First, the archive was staged in a hidden folder of the web server.
Then it left through a cloud storage service at night.`;

/** How it is outlined, under the title of its page. */
export const ARTICLE_OUTLINE = [
  "h1 Two banks breached",
  "p The intruders sent spearphishing mails with a malicious attachment to staff of two banks, which ran a PowerShell script and fetched a loader.",
  "p They dumped LSASS memory with a renamed copy of ProcDump and moved laterally with what they stole.",
  "h2 Persistence",
  "p A scheduled task started the loader every twenty minutes, and a run key was set on two servers.",
  "code schtasks /create /tn Updater ^↵    /tr C:\\u.exe /sc minute",
  "h2 Indicators",
  "row Technique | Name",
  "row T1003.001 | LSASS Memory",
  "row  | Scheduled Task↵(Windows)",
  "i1 First, the archive was staged in a hidden folder of the web server.",
  "i1 Then it left through a cloud storage service at night.",
];

const HEADING = "<h1>Two banks breached</h1>";
const HEAD =
  '<head><title>Two banks breached | Example Labs</title></head><body class="single has-sidebar cookies-set">';
const MENU =
  '<ul><li><a href="/">NOISE Home</a></li><li><a href="/b">NOISE Blog</a></li><li><a href="/c">NOISE Jobs</a></li></ul>';
const FOOTER =
  "<footer><p>NOISE Copyright 2026. Nothing here may be copied without our written consent, of course.</p></footer>";
const CONSENT =
  '<div id="cookie-consent-banner" class="cc-window"><h2>NOISE We value your privacy</h2><p>NOISE Please enable JavaScript in your browser; we use cookies to run our site and to measure its use.</p><button>NOISE Accept</button></div>';
const comments = (count: number) =>
  "<div><p>NOISE I have seen this with WMI and PsExec at my company too, great write-up, thanks.</p></div>".repeat(
    count,
  );
const teaser = (n: number) =>
  `<div class="x${n}"><h3><a href="/${n}">NOISE ransomware group ${n} strikes</a></h3><p>NOISE The gang used Cobalt Strike to move around and encrypted the network of a hospital.</p><a href="/${n}">NOISE Read more</a></div>`;
const TEASERS = [1, 2, 3, 4].map(teaser).join("");
const CARDS = [1, 2, 3]
  .map(
    (n) =>
      `<article><a href="/${n}"><h3>NOISE Another group</h3><p>NOISE How the actors brute forced VPN gateways.</p></a></article>`,
  )
  .join("");
const RELATED =
  '<div class="related-posts"><h4>NOISE</h4><ul><li><a href="/1">NOISE APT28 phishing</a></li></ul></div>';
const SIDEBAR =
  '<aside class="sidebar"><h3>NOISE</h3><p>NOISE Get our analysis of phishing and malware each week in your inbox.</p></aside>';
const HIDDEN =
  '<div style="display:none"><p>NOISE For search engines: mimikatz and credential dumping.</p></div><div class="share-buttons"><span>NOISE Share</span></div>';
const NAMED = ["social-engineering", "cookie-theft", "related-malware"]
  .map(
    (id) => `<section id="${id}"><h2>KEPT ${id}</h2><p>KEPT as part of the report.</p></section>`,
  )
  .join("");

/**
 * The article in pages of many shapes. What stands around it is marked with NOISE, and what looks
 * like furniture and is none with KEPT.
 */
export const PAGES: Readonly<Record<string, string>> = {
  "an article element": `${HEAD}<nav>${MENU}</nav><article>${HEADING}${ARTICLE}</article>${FOOTER}`,
  "nothing but div": `${HEAD}<div><div><div>${MENU}</div><div><div>Two banks breached</div><div>${ARTICLE}</div></div></div></div><div>${MENU}</div>`,
  "a table": `${HEAD}<table><tr><td colspan=2>${MENU}</td></tr><tr><td>${MENU}</td><td>${HEADING}${ARTICLE}</td></tr><tr><td colspan=2><a href=/>NOISE Home</a> | <a href=/i>NOISE Imprint</a> | <a href=/p>NOISE Privacy</a></td></tr></table>`,
  "a blog with teasers": `${HEAD}<main>${HEADING}<div class="entry">${ARTICLE}</div><div class="more">${TEASERS}</div></main>${FOOTER}`,
  "a consent banner before it": `${HEAD}${CONSENT}<div class="page"><div class="post">${HEADING}${ARTICLE}</div></div>${FOOTER}`,
  "comments behind it, longer than it": `${HEAD}<article>${HEADING}${ARTICLE}</article><section id="comments">${comments(40)}</section>`,
  "comments within it, under a heading": `${HEAD}<div class="c">${HEADING}${ARTICLE}<h3>3 Responses</h3>${comments(3)}<h3>Leave a Reply</h3><p>NOISE Your e-mail address will not be published.</p></div>`,
  "a sidebar and related posts": `${HEAD}<div class="wrap"><div class="content">${HEADING}${ARTICLE}${RELATED}</div>${SIDEBAR}</div>${FOOTER}`,
  "what is hidden": `${HEAD}<noscript>NOISE</noscript><script>NOISE</script><style>NOISE</style>${HIDDEN}<section>${HEADING}${ARTICLE}</section><img src="data:image/png;base64,${"A".repeat(300_000)}">`,
  "a blog's theme": `${HEAD}<div id="page" class="site"><header id="masthead" class="site-header"><p>NOISE News of threats since the year 2001.</p></header><div id="content"><main id="main"><article class="post category-social-engineering tag-cookie-theft tag-comments"><header class="entry-header">${HEADING}</header><div class="entry-content">${ARTICLE}</div></article><div id="respond" class="comment-respond"><h3>NOISE Leave</h3></div></main></div><footer class="site-footer">NOISE</footer></div>`,
  "cards of other articles": `${HEAD}<main><article>${HEADING}${ARTICLE}</article>${CARDS}</main>`,
  "sections named as furniture is": `${HEAD}<div id="root"><div class="banner">${HEADING}</div>${NAMED}${ARTICLE}</div>${FOOTER}`,
};
