// Prints how many seconds it is until ten in the morning at the demo's venues: shops that are tested there find a whole day ahead,
// whatever the time is here.
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
