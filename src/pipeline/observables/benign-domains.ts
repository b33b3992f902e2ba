const words = (list: string): string[] => list.trim().split(/\s+/);

/** Names that RFC 2606 and IANA keep for examples. */
export const RESERVED_DOMAINS: ReadonlySet<string> = new Set(
  words("example.com example.net example.org iana.org"),
);

/**
 * Registrable domains so common in reports, as references and tools' homes, that a match tells
 * nothing by itself. A match is listed as suppressed and can be restored, so the list may be short.
 */
export const BENIGN_DOMAINS: ReadonlySet<string> = new Set(
  words(`
  google.com googleapis.com gstatic.com youtube.com youtu.be android.com chromium.org
  microsoft.com windows.com windowsupdate.com office.com office365.com live.com outlook.com
  microsoftonline.com msdn.com azure.com bing.com skype.com linkedin.com visualstudio.com
  apple.com icloud.com mozilla.org firefox.com mozilla.com
  github.com gitlab.com bitbucket.org stackoverflow.com npmjs.com pypi.org python.org nodejs.org
  docker.com kubernetes.io apache.org debian.org ubuntu.com redhat.com kernel.org gnu.org php.net
  java.com oracle.com adobe.com vmware.com cisco.com fortinet.com ivanti.com citrix.com sap.com
  wikipedia.org wikimedia.org w3.org ietf.org rfc-editor.org icann.org
  amazon.com cloudflare.com akamai.com fastly.com
  facebook.com instagram.com whatsapp.com twitter.com x.com t.co reddit.com tiktok.com
  yahoo.com yandex.ru mail.ru qq.com baidu.com gmail.com hotmail.com proton.me protonmail.com
  mitre.org cve.org nist.gov first.org cisa.gov us-cert.gov fbi.gov ic3.gov nsa.gov ncsc.gov.uk
  cyber.gov.au cert.gov.ua europa.eu cert.org
  virustotal.com abuse.ch otx.alienvault.com alienvault.com shodan.io censys.io any.run
  hybrid-analysis.com joesandbox.com urlscan.io misp-project.org oasis-open.org sigmahq.io
  kaspersky.com securelist.com welivesecurity.com eset.com mandiant.com fireeye.com
  crowdstrike.com paloaltonetworks.com sentinelone.com trendmicro.com symantec.com
  broadcom.com sophos.com mcafee.com trellix.com proofpoint.com talosintelligence.com
  checkpoint.com bitdefender.com malwarebytes.com group-ib.com recordedfuture.com
  secureworks.com rapid7.com tenable.com elastic.co splunk.com huntress.com dragos.com
  cisecurity.org msisac.org h-isac.org isac.org thedfirreport.com attackiq.com cyber.gc.ca
  ncsc.govt.nz cert.ssi.gouv.fr bsi.bund.de anssi.fr jpcert.or.jp stopransomware.gov
  bleepingcomputer.com thehackernews.com krebsonsecurity.com zdnet.com wired.com
  therecord.media darkreading.com securityweek.com arstechnica.com theregister.com
  `),
);

/** Suffixes under which governments alone register. */
export const GOVERNMENT_SUFFIXES: readonly string[] = words(
  "gov mil int gov.uk mod.uk police.uk gc.ca gov.au govt.nz gouv.fr bund.de gov.sg go.jp go.kr gov.il europa.eu",
);

/** Hosts below benign names, and services, under which anybody can publish. */
export const HOSTING_DOMAINS: readonly string[] = words(`
  drive.google.com docs.google.com sites.google.com storage.googleapis.com script.google.com
  firebasestorage.googleapis.com blogspot.com
  raw.githubusercontent.com gist.github.com github.io gitlab.io
  onedrive.live.com 1drv.ms sway.office.com blob.core.windows.net
  azurewebsites.net cloudapp.azure.com
  bitbucket.io pages.dev workers.dev cloudfront.net amazonaws.com
`);
