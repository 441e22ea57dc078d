vcl 4.1;

import std;

# Varnish 7 in front of the shop: docs/operations.md, "A cache in front". Set the shop's address here.
backend shop {
  .host = "127.0.0.1";
  .port = "3000";
}

# Who may tell it that pages have changed: CDN_PURGE_URL=http://127.0.0.1:6081/.purge. A proxy before it shows in X-Forwarded-For.
acl shops {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.url == "/.purge") {
    if (req.method != "POST" || client.ip !~ shops || req.http.X-Forwarded-For != "" + client.ip
      || req.http.Surrogate-Key !~ "^[a-z0-9-]+( [a-z0-9-]+)*$") {
      return (synth(403));
    }
    if (!std.ban("obj.http.Surrogate-Key ~ (^|\s)(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")(\s|$)")) {
      return (synth(500));
    }
    return (synth(200));
  }

  unset req.http.X-Page-Language;
  # HTTP/2 may send each cookie in a line of its own: one in the second line would not be seen.
  std.collect(req.http.Cookie, "; ");

  # A program's token, and whatever is sent.
  if (req.http.Authorization || (req.method != "GET" && req.method != "HEAD")) {
    return (pass);
  }

  # Cached pages ignore all parameters but these (src/shared/page-parameters.ts): advertisements add fbclid, gclid, utm_source. A name that is
  # encoded, or `lng` twice, is left to the shop.
  if (req.url ~ "^/(prize|past-draws|lottery/[0-9a-f-]{36}|draws/[0-9a-f-]{36}/live)?\?"
    && req.url !~ "[?&](page|quantity|pack|was|code)(=|&|$)" && req.url !~ "[?&][^=&]*[%+#]" && req.url !~ "[?&]lng(=.*)?&(.*&)?lng(=|&|$)") {
    if (req.url ~ "[?&]lng=(en|fr)(&|$)") {
      set req.url = regsub(req.url, "\?(.*&)?lng=(en|fr)(&.*)?$", "?lng=\2");
    } elsif (req.url !~ "[?&]lng(=|&|$)") {
      set req.url = regsub(req.url, "\?.*$", "");
    }
  }

  # The pages that the shop caches, too. They are identical for all visitors, signed in or not: what is a visitor's own comes from /api/me.
  # Their language is that of the address, then of the cookie, then of the browser.
  if (req.url ~ "^/(prize|past-draws|lottery/[0-9a-f-]{36}|draws/[0-9a-f-]{36}/live)?(\?lng=(en|fr))?$") {
    # Signed in, and the page's scripts do not know: the shop sends the cookie that tells them.
    if (req.http.Cookie ~ "(^|;\s*)(__Host-)?session=[^;]" && req.http.Cookie !~ "(^|;\s*)signed-in=[012]") {
      return (pass);
    }
    # A language that was added to these two: the shop knows it, and who may have it.
    if (req.url !~ "lng=" && req.http.Cookie ~ "(^|;\s*)lang=" && req.http.Cookie !~ "(^|;\s*)lang=(en|fr)(;|$)") {
      return (pass);
    }
    set req.http.X-Page-Language = "en";
    if (req.url ~ "lng=fr$") {
      set req.http.X-Page-Language = "fr";
    } elsif (req.url !~ "lng=en$" && req.http.Cookie ~ "(^|;\s*)lang=fr(;|$)") {
      set req.http.X-Page-Language = "fr";
    } elsif (req.url !~ "lng=en$" && req.http.Cookie !~ "(^|;\s*)lang=en(;|$)" && req.http.Accept-Language ~ "(?i)^((?!en\b).)*\bfr\b") {
      # Browsers write the one that they prefer first.
      set req.http.X-Page-Language = "fr";
    }
    set req.http.Accept-Language = req.http.X-Page-Language;
    unset req.http.Cookie;
    return (hash);
  }

  # Files, and what open pages ask for again and again: the same for everybody.
  if (req.url ~ "^/(assets|media|locales|mail|og)/|^/lottery/[0-9a-f-]{36}/(stock|queue)\.json$|^/draws/[0-9a-f-]{36}/(live|proof)\.json$") {
    unset req.http.Cookie;
    return (hash);
  }
  return (pass);
}

sub vcl_hash {
  # These pages are the same under whatever name the shop was asked for.
  if (req.http.X-Page-Language) {
    hash_data(req.url);
    hash_data(req.http.X-Page-Language);
    return (lookup);
  }
}

sub vcl_backend_response {
  # "private" says that the language is the browser's; it is part of the key here, and no cookie went along.
  if (bereq.http.X-Page-Language && !bereq.uncacheable && !beresp.http.Set-Cookie
    && (beresp.status == 200 || beresp.status == 404) && beresp.http.Cache-Control == "private, no-cache") {
    set beresp.ttl = 1s;
    set beresp.grace = 1s;
    return (deliver);
  }
}

sub vcl_deliver {
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
}
