// Style sheets of packages; jsdom does not need them.
module.exports = {};
