// The page's own words. Everything else on it was said by the bot or by the people.
const WORDS = {
  en: {
    viewing: "Viewing as", newcomer: "Somebody new", add: "Add", language: "Language", closed: "Direct messages closed",
    leave: "Leave the server", back: "Come back to the server", private: "Only you can see this", thinking: "thinking…",
    failed: "The application did not respond", edited: "(edited)", used: "{name} used", app: "APP",
    say: "Message {place}, or / for commands", sayPhone: "Message, or /", send: "Send", cancel: "Cancel",
    done: "Done", pick: "Choose", between: "Choose {low} to {high}", optional: "optional", required: "needed: {name}",
    none: "no such command", nothing: "nothing to choose from", typing: "looking…", yes: "Yes", no: "No",
    empty: "Nothing here yet. Type / to see what {bot} can do.", emptyDm: "This is your direct message with {bot}.",
    gone: "That isn’t there any more.", silent: "This interaction failed.", name: "That name is taken or empty.",
    owner: "The owner can’t leave the server.", joined: "{name} joined.", thread: "{name} started a thread: ",
    pinned: "{name} pinned a message.", newer: "New messages ↓", locked: "locked", archived: "archived", dm: "Direct message",
    reconnect: "Connecting…", about: "A simulated Discord on this machine. Nothing leaves it.", enlarge: "Enlarge",
    short: "at least {n} characters", outside: "a number from {low} to {high}",
    passing: "Let time pass", hour: "1 hour", hours: "8 hours", day: "1 day", week: "1 week",
  },
  ja: {
    viewing: "だれとして見るか", newcomer: "新しい人", add: "追加", language: "言語", closed: "DMを受け取らない",
    leave: "サーバーを抜ける", back: "サーバーに戻る", private: "これはあなただけに表示されています", thinking: "考え中…",
    failed: "アプリケーションが応答しませんでした", edited: "（編集済み）", used: "{name} が使用", app: "アプリ",
    say: "{place} へメッセージを送信（/ でコマンド）", sayPhone: "メッセージ、または /", send: "送信", cancel: "キャンセル",
    done: "決定", pick: "選択", between: "{low}〜{high}個を選択", optional: "任意", required: "「{name}」を入力してください",
    none: "そのコマンドはありません", nothing: "選べるものがありません", typing: "検索中…", yes: "はい", no: "いいえ",
    empty: "まだ何もありません。/ を入力すると {bot} にできることが表示されます。", emptyDm: "{bot} とのダイレクトメッセージです。",
    gone: "それはもうありません。", silent: "インタラクションに失敗しました。", name: "その名前は使えません。",
    owner: "オーナーはサーバーを抜けられません。", joined: "{name} が参加しました。", thread: "{name} がスレッドを開始しました：",
    pinned: "{name} がメッセージをピン留めしました。", newer: "新しいメッセージ ↓", locked: "ロック中", archived: "アーカイブ済み", dm: "ダイレクトメッセージ",
    reconnect: "接続中…", about: "このパソコンの中だけで動く模擬Discordです。", enlarge: "拡大",
    short: "{n}文字以上", outside: "{low}から{high}までの数",
    passing: "時間を進める", hour: "1時間", hours: "8時間", day: "1日", week: "1週間",
  },
};

let language = "en";

export function speak(locale) {
  language = locale === "ja" ? "ja" : "en";
  document.documentElement.lang = language;
}

export function locale() {
  return language === "ja" ? "ja" : "en-US";
}

export function word(key, values = {}) {
  const text = WORDS[language][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// A name or description of a command, in the person's language where the bot offers it.
export function localised(spec, key) {
  return spec[`${key}_localizations`]?.[locale()] ?? spec[key];
}
