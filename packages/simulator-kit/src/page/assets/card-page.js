/** Makes the card form quicker to fill. The form works the same without it. */
const form = document.querySelector("form[data-card]");
const field = (name) => form.elements.namedItem(name);

if (form) {
  const number = field("cardNumber");
  const expiry = field("cardExpiry");
  const brand = form.querySelector("[data-brand]");

  const BRANDS = [
    [/^4/, "Visa"],
    [/^(5[1-5]|2[2-7])/, "Mastercard"],
    [/^3[47]/, "American Express"],
    [/^(6011|64[4-9]|65)/, "Discover"],
  ];

  const grouped = (digits) =>
    (/^3[47]/.test(digits)
      ? digits.replace(/^(.{4})(.{1,6})?(.{1,5})?.*$/, "$1 $2 $3")
      : digits.slice(0, 19).replace(/(.{4})(?=.)/g, "$1 ")
    ).trim();

  /** Rewrites what was typed, and keeps the caret behind the same digit. */
  const reformat = (input, format) => {
    const before = input.value.slice(0, input.selectionStart ?? input.value.length).replace(/\D/g, "").length;
    const text = format(input.value.replace(/\D/g, ""));
    if (text === input.value) return;
    input.value = text;
    let caret = 0;
    for (let seen = 0; caret < text.length && seen < before; caret++) if (/\d/.test(text[caret])) seen++;
    if (document.activeElement === input)
      input.setSelectionRange(caret === text.trimEnd().length ? text.length : caret, text.length);
    if (document.activeElement === input) input.setSelectionRange(input.selectionStart, input.selectionStart);
  };

  const showBrand = () => {
    const digits = number.value.replace(/\D/g, "");
    brand.textContent = BRANDS.find(([start]) => start.test(digits))?.[1] ?? "";
  };

  number.addEventListener("input", () => {
    reformat(number, grouped);
    showBrand();
  });
  expiry.addEventListener("input", (event) => {
    if (event.inputType?.startsWith("delete")) return;
    reformat(expiry, (digits) => {
      const padded = /^[2-9]$/.test(digits) ? `0${digits}` : digits;
      return padded.length < 2 ? padded : `${padded.slice(0, 2)} / ${padded.slice(2, 4)}`;
    });
  });
  form.addEventListener("input", ({ target }) => target.removeAttribute("aria-invalid"));
  showBrand();

  const button = form.querySelector("button[data-pay]");
  const words = button.textContent;
  form.addEventListener("submit", (event) => {
    if (button.getAttribute("aria-busy") === "true") return event.preventDefault();
    button.setAttribute("aria-busy", "true");
    button.textContent = button.dataset.busy;
  });
  // Coming back with the browser's own button shows the page as it was left: busy.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    button.removeAttribute("aria-busy");
    button.textContent = words;
  });

  for (const filler of document.querySelectorAll("button[data-number]")) {
    filler.hidden = false;
    filler.addEventListener("click", () => {
      number.value = grouped(filler.dataset.number);
      expiry.value = `12 / ${String(new Date().getFullYear() + 3).slice(-2)}`;
      field("cardCvc").value = "123";
      if (field("billingName").value === "") field("billingName").value = "Camille Martin";
      const email = field("email");
      if (email && email.value === "") email.value = "camille@example.com";
      for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
      showBrand();
      button.focus();
      button.scrollIntoView({ block: "nearest" });
    });
  }
}
