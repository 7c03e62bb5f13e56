// Follows the shopper's place and opens the page when it is the shopper's turn. Without this script the page reloads itself.
(() => {
  const { call, back, lost, after, ahead } = document.getElementById("follow").dataset;
  const place = document.getElementById("place");
  const trouble = document.getElementById("trouble");
  const turn = document.getElementById("turn");
  let most = Number(ahead ?? 0) + 1;
  let seconds = Number(after);
  const show = (view) => {
    // Said aloud only when it has changed.
    if (place.textContent !== view.message) place.textContent = view.message;
    turn.hidden = view.ahead === undefined;
    if (view.ahead === undefined) return;
    most = Math.max(most, view.ahead + 1);
    turn.max = most;
    turn.value = most - view.ahead;
  };
  const ask = async () => {
    try {
      const answer = await fetch(call, { headers: { accept: "application/json" }, cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      const view = await answer.json();
      trouble.textContent = "";
      if (view.state === "Inside") return location.replace(back);
      show(view);
      seconds = view.askAgainAfter;
    } catch {
      trouble.textContent = lost;
      seconds = Math.min(30, seconds * 2);
    }
    later();
  };
  // Browsers that ask at different moments do not all come at once.
  const later = () => setTimeout(ask, seconds * 1000 * (0.8 + 0.4 * Math.random()));
  if (ahead !== undefined) show({ message: place.textContent, ahead: Number(ahead) });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") seconds = Math.min(seconds, 3);
  });
  later();
})();
