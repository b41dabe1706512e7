// Shows a talk from its newest exchange on, and a reply as it comes. Without it the form is a form.
"use strict";
(() => {
  const talk = document.getElementById("talk");
  const log = talk.closest("[role=log]");
  const beside = matchMedia("(min-width: 64rem)"); // as in console.css: reasons stand beside a reply
  const keyboard = matchMedia("(pointer: fine)");
  const composer = () => document.getElementById("composer");
  const field = () => document.getElementById("message");

  function parts(html) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return holder.content;
  }

  // Where reasons would stand below a reply and push the field away, they wait to be opened.
  function showNewest(rows) {
    const newest = document.getElementById("newest");
    if (!beside.matches) {
      for (const row of rows) {
        for (const open of row.querySelectorAll(".explain[open]")) open.open = false;
      }
    }
    if (newest) newest.scrollIntoView({ block: "start" });
  }

  function ready() {
    document.getElementById("keys").hidden = !keyboard.matches;
    if (keyboard.matches) field().focus({ preventScroll: true });
  }

  // What is typed while a reply comes stays in the field.
  function replaceComposer(html) {
    const draft = field().value;
    composer().replaceWith(parts(html));
    field().value = [field().value, draft].filter(Boolean).join("\n");
    ready();
  }

  class Exchange {
    constructor(words) {
      this.words = words;
      this.rows = [];
      this.ended = false;
    }

    show(html) {
      document.getElementById("newest")?.removeAttribute("id");
      this.forget();
      const content = parts(html);
      this.rows = [...content.children];
      talk.append(content);
    }

    forget() {
      for (const row of this.rows) row.remove();
      this.rows = [];
    }

    take(name, data) {
      if (name === "said") {
        this.show(data.talk);
        field().value = "";
        showNewest(this.rows);
      } else if (name === "delta") {
        this.rows.at(-1).querySelector(".bubble").textContent += data.text;
      } else if (name === "done") {
        this.ended = true;
        this.show(data.talk);
        replaceComposer(data.composer);
        showNewest(this.rows);
      } else if (name === "refused") {
        this.ended = true;
        this.forget();
        replaceComposer(data.composer);
      }
    }

    lost() {
      this.forget();
      const notice = document.createElement("p");
      notice.className = "notice bad";
      notice.textContent = composer().dataset.lost;
      document.getElementById("notices").replaceChildren(notice);
      notice.scrollIntoView({ block: "center" });
      field().value = this.words;
    }
  }

  async function* events(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let waiting = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      waiting += value;
      const blocks = waiting.split("\n\n");
      waiting = blocks.pop();
      for (const block of blocks) {
        const found = /^event: (.*)\ndata: (.*)$/.exec(block);
        if (found) yield [found[1], JSON.parse(found[2])];
      }
    }
  }

  async function send(form) {
    const exchange = new Exchange(field().value);
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { Accept: "text/event-stream" },
    });
    if (!(answer.headers.get("content-type") || "").startsWith("text/event-stream")) {
      if (answer.redirected) location.assign(answer.url);
      else form.submit();
      return;
    }
    try {
      for await (const [name, data] of events(answer.body)) exchange.take(name, data);
    } finally {
      if (!exchange.ended) exchange.lost();
    }
  }

  let sending = false;
  document.addEventListener("submit", async (event) => {
    if (event.target !== composer()) return;
    event.preventDefault();
    if (sending) return;
    sending = true;
    document.getElementById("notices").replaceChildren();
    log.setAttribute("aria-busy", "true");
    composer().querySelector("button").disabled = true;
    try {
      await send(event.target);
    } catch {
      new Exchange(field().value).lost();
    } finally {
      sending = false;
      log.removeAttribute("aria-busy");
      composer().querySelector("button").disabled = false;
    }
  });

  // A Korean syllable that is still being put together is no end of a message.
  document.addEventListener("keydown", (event) => {
    if (event.target !== field() || event.key !== "Enter" || !keyboard.matches) return;
    if (event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    composer().requestSubmit();
  });

  document.getElementById("keys").hidden = !keyboard.matches;
  if (!location.hash || location.hash === "#newest") showNewest(talk.children);
})();
