/** Last labels that are public suffixes and endings of file names as well. */
export const FILE_ENDINGS: ReadonlySet<string> = new Set(
  "bat bz cab cat dll do doc dot exe gz ini java jar js la lnk mo mov md mm msi ms pl pm ps pub py rs sh so src st sys txt vb vbs wasm zip zone.identifier".split(
    " ",
  ),
);

/** Endings of file names that are no public suffix; before one that is, they make a file name. */
export const PLAIN_ENDINGS: ReadonlySet<string> = new Set(
  "7z asp aspx bak bat bin c cfg chm conf cpp csv dat dll doc docm docx eml exe gif gz h hta htm html img ini iso jar jpeg jpg js json jsp lnk log msi ocx pdf php png ppt pptx ps1 rar rtf scr so svg sys tar tmp txt vbe vbs war wsf xls xlsm xlsx xml yaml yml".split(
    " ",
  ),
);

/** Public suffixes that programmers use as names of fields and methods. */
export const FIELD_NAMES: ReadonlySet<string> = new Set(
  "active author bar call cards channel citic client closed click codes company data date day direct domains email events family fields files fit flow free ftp group health host hosting id in info ink io ip is it java link live ltd map media menu mil mode name net network new news next no now one online open page partners party path phone pid pin pl place play plus post pro properties property read report rest review run sale save science search security select services shell show site so space spot storage store style support systems tab target team text tips to today tools top total training tube type uno video vote watch web webcam win work works yes zip zone".split(
    " ",
  ),
);

/** Names that stand before such a field: objects of code, fields of log schemas. */
export const OBJECT_NAMES: ReadonlySet<string> = new Set(
  "agent app application args array body browser button cfg client cloud component config connection console container context cookie ctx data db debug destination device dict dns doc document driver e el element email ev event events exports fields file form fs func function global group handler headers host http image index input instance item items java json key list local location log logger logging m map math message meta method model module navigator network node np obj object observer options orchestrator organization os output package page params parent path pd player plugin process program project props protocol proxy query registry related rep request req res resource response result root row rule s schema screen script self server service session settings sheet socket source state stream string sys system table target task template test this thread threat time tls token trace user userinfo util utils value vm volume web window winlog worker x y answer answers question record".split(
    " ",
  ),
);

/** Products whose names look like domains; as a URL or defanged they are domains all the same. */
export const PRODUCT_NAMES: ReadonlySet<string> = new Set([
  "asp.net",
  "ado.net",
  "vb.net",
  "ml.net",
]);

/** First labels of reversed names of packages, namespaces and bundles. */
export const PACKAGE_ROOTS: ReadonlySet<string> = new Set(
  "com org net io edu gov de uk fr ru cn jp me dev app android androidx java javax jakarta kotlin scala sun system microsoft apple".split(
    " ",
  ),
);

/** Endings of scripts and texts that nobody defangs as a domain: `tool[.]py` is a file all the same. */
export const SCRIPT_ENDINGS: ReadonlySet<string> = new Set("py ps pm vb".split(" "));
