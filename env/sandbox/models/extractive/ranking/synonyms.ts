/**
 * Synonyms of everyday and office English, one group per line. A word can be in several groups. Synonyms are not always
 * interchangeable, so a match by synonym counts less than an exact one.
 */
export const synonymGroups = `
people persons passengers riders visitors guests travellers crowd
electrician lighting electricity light lamp
employee staff worker colleague personnel workforce
customer client buyer
supplier vendor provider contractor
manager boss supervisor head chief director leader
lead head direct manage run chair director chief boss
responsible charge chief head owner accountable duty
guard guardian keeper warden watchman caretaker custodian
actor performer player rehearsal stage
audience spectators seats viewers public listeners
teacher instructor trainer tutor coach
doctor physician medic
expert specialist consultant adviser
architect designer planner
design designer architect drawing draw plan drawn
inventor creator maker author founder
discover found find detect discovery spot finder
build built make made construct erect manufacture construction
material substance
produce manufacture make create build
repair mend fix restore maintain maintenance upkeep
renew replace renewal modernise refurbish present
clean wash sweep tidy
check test inspect examine verify control review audit inspection
lubricate grease oil
measure survey map gauge
count inventory tally stocktaking stock number
open opening opened begin start inaugurate launch
close shut closed lock closure
start begin commence outset change
end finish stop cease conclude last top
stop close shut halt suspend cease
last take need require endure
sea water ocean lake
back return
first earliest initial oldest opening
last final latest
early earliest oldest old
new newest recent latest
present current existing today
old age ancient date
biggest largest greatest main
most main majority chiefly mostly
highest tallest maximum top
heavy weigh weight mass heaviest load
tall high height
wide width broad breadth across
thick thickness diameter calibre
long length extend extent
deep depth
far distance range mile kilometre
altitude elevation height metre above sea
ascent climb rise uphill
descent descend down downhill
speed fast velocity pace
strength force power gust
wind gust breeze storm gale
quiet calm still peaceful silent
warm hot heat temperature degree
cold cool chill freeze temperature degree
temperature degree celsius heat
refrigerate cold cool chill fridge
moist moisture humid humidity damp wet
water liquid pond
reservoir pond tank basin lake
volume capacity cubic litre
capacity hold carry take fit seat accommodate store contain room sleep
fit carry hold accommodate
seat sit chair
store storage stock keep warehouse
box crate case chest carton container
gate door entrance doorway
lorry truck vehicle van loading
vehicle car lorry traffic
drive driving traffic road
load loading cargo freight
boat ship ferry vessel
aboard board crossing deck
trip journey travel crossing ride voyage tour passage
across shore crossing over
bike bicycle cycle
train railway rail
plane flight aircraft
bus coach
cable rope wire line
cabin gondola compartment
motor engine drive
brake braking
road roadway deck lane carriageway street
pillar column pier post support
span opening arch
central main middle centre
bridge footbridge crossing
stairs steps staircase stairway
tower mast spire
lamp light bulb lantern
flash flashing blink signal
visible seen see visibility view
alarm detection detector smoke fire
curtain drape
room chamber space hall
hut shelter cabin lodge
night sleep overnight
hiker walker rambler
walk hike path trail
path trail track way route
sign mark marking signpost marker
interval every period frequency
often frequently every
frequency every interval
total all sum whole altogether overall
whole entire end all
limit most maximum cap ceiling
minimum least lowest floor
daily day
weekly week
monthly month
yearly annual year annually
winter snow season
summer season
harvest pick crop gather reap picking
sort kind type variety class species
tree orchard wood
belong own owner property possess
garden orchard yard
cost price fee pay charge crown expense rate
pay paid cost price salary wage remunerate sold
price cost rate let sold fee
free gratis complimentary
rent let lease hire
sell sold sale
buy purchase acquire procure order
expensive costly dear
cheap inexpensive
salary wage pay income remuneration
bonus premium reward
invoice bill receipt
refund reimburse repay reimbursement
budget funds money allowance
revenue turnover income sales
profit gain surplus earnings
loss deficit
tax duty levy
debt liability loan
approve authorise permit sign allow consent
allow permit let may
forbid prohibit ban disallow
refuse reject decline turn
require need must necessary
book reserve announce booking reservation
cancel revoke withdraw
holiday vacation leave
sick ill illness
absent away absence
hire recruit employ appoint
dismiss fire terminate
resign quit leave
retire pension retirement
promotion advance
train course training lesson
meeting conference session gathering
practise rehearsal exercise
agenda schedule programme timetable
timetable service schedule
deadline due latest
delay late postpone
time hour clock
until end
contract agreement deal
law legal statute
rule regulation policy guideline
clause section paragraph
sign signature
complain complaint grievance
report statement account
summary overview abstract
letter mail post
phone telephone call ring
contact reach call
laptop computer machine device notebook
password credential passcode
secure safe security protect
data information record
file document paper
error mistake fault bug
broken defective faulty damaged
problem issue trouble
solve resolve fix
update upgrade refresh
install set
delete remove erase
change alter modify amend
increase raise rise grow growth
decrease reduce fall lower decline drop
compare contrast
choose select pick
offer propose suggest
send deliver dispatch ship
receive get obtain
give grant hand
use apply employ
keep hold retain maintain
house building home
office workplace desk
factory plant works
shop store
school university college
hospital clinic
town city
country nation state
picture photo photograph image
colour paint painted dye
painted colour
exhibit object piece item artefact collection
collection exhibit object
museum gallery
visit entry attend call
entry admission entrance
share portion part proportion
number figure amount quantity
name call called title
reason cause because
goal aim target objective
result outcome effect
risk danger hazard
accident incident crash
insurance cover insure
food meal dish
drink beverage
eat dine meal
child kid
enemy opponent
win victory
lose loss
big large great
small little tiny
`;
