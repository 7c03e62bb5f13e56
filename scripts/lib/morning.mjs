// Prints the number of seconds until the next 10:00 at the demo's venues. Test shops shift their clocks by
// this number, so that their clocks start in the morning, whatever the real time is.
const parts = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  hour: "numeric",
  minute: "numeric",
}).formatToParts(new Date());
const value = (type) => Number(parts.find((part) => part.type === type).value);
const day = 24 * 60;
const minutes = (10 * 60 - (value("hour") * 60 + value("minute")) + day) % day;
console.log(minutes * 60);
