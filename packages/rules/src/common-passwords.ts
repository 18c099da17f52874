/**
 * The words behind the most common passwords that satisfy the composition rule, without the usual digits and symbols at
 * their end. Short on purpose: the browser loads it.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password passwort passw passwd pass mypassword newpassword secret mysecret letmein letmeinnow welcome welcomehome hello
  helloworld changeme changemenow default admin administrator adminadmin administration root rootroot superuser sysadmin user
  username guest test testing testtest tester demo demodemo temp temporary login signin access accessdenied master
  qwerty qwertz azerty qwertyuiop qwertyui qwert qazwsx qazwsxedc qweasd qweasdzxc asdf asdfgh asdfghjkl asdfasdf zxcvbn
  zxcvbnm zaqwsx aaaa aaaaaa aaaaaaaa aabb xxxx xxxxxx
  iloveyou loveyou lovely love forever princess sunshine monkey dragon football baseball basketball soccer hockey
  superman batman spiderman starwars pokemon shadow michael jennifer jessica daniel ashley nicole charlie thomas jordan
  hunter trustno ranger harley buster tigger ginger pepper cookie cheese banana orange purple yellow flower freedom
  whatever computer internet google facebook samsung microsoft windows android apple iphone
  spring summer autumn winter january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday london paris berlin america canada australia germany france
  liverpool arsenal chelsea barcelona chicago houston phoenix dallas boston newyork
  company office business customer service support manager atrium headroom counter counting people traffic sensor store
  shopping library museum security`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Common with digits after them; the specification itself uses one with a symbol, which few people do. */
export const commonWithDigits: ReadonlySet<string> = new Set(['abc', 'abcd', 'abcde', 'abcdef', 'abcdefg', 'abcdefgh']);
