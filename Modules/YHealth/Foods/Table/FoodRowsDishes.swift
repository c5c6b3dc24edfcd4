/// Dishes of several cuisines. Recipes vary, so all of them have a high uncertainty.
enum FoodRowsDishes {
  static let rows = """
    sandwich; cheese sandwich; ham sandwich | 250 11 29 10 2 | sandwich 150, half 75 | 25
    club sandwich; chicken sandwich | 225 13 22 9.5 1.5 | sandwich 230 | 25
    cheese toastie; grilled cheese; toastie; croque monsieur | 310 14 27 16 1.5 | toastie 140 | 20
    burger; hamburger; cheeseburger | 255 13 24 12 1.5 | burger 200 | 20
    veggie burger; bean burger | 215 8 27 8 4 | burger 200 | 25
    hot dog | 270 10 24 15 1 | hot dog 120 | 20
    pizza; pizza margherita; cheese pizza | 250 10.5 31 9 2 | slice 110, pizza 400 | 18
    salami pizza; pepperoni pizza | 280 12 29 13 2 | slice 115, pizza 420 | 18
    lasagne; lasagna | 145 8 12 7 1.2 | portion 350, plate 350 | 20
    spaghetti bolognese; pasta bolognese; bolognese | 130 7 15 4.5 1.6 | portion 380, plate 400, bowl 350 | 20
    carbonara; spaghetti carbonara | 200 9 21 9 1 | portion 350, plate 350 | 22
    pasta with tomato sauce; spaghetti with tomato sauce; spaghetti napoli | 115 4 20 2 1.8 | portion 350, plate 350, bowl 320 | 18
    pasta with pesto; pesto pasta | 215 6.5 26 9.5 2 | portion 300, plate 300 | 20
    macaroni and cheese; mac and cheese; macaroni cheese | 180 7.5 18 8.5 1 | portion 300, bowl 300, cup 220 | 20
    risotto; mushroom risotto | 140 3.5 20 5 0.8 | portion 320, plate 320 | 22
    gnocchi | 150 4 31 1.5 2 | portion 220, plate 250 | 15
    ravioli; tortellini; filled pasta | 190 8 26 6 2 | portion 250, plate 250 | 18
    pad thai | 165 7.5 20 6 1.2 | portion 350, plate 350 | 25
    fried rice; nasi goreng; egg fried rice | 170 5 25 5.5 1 | portion 300, plate 330, bowl 280 | 25
    fried noodle; chow mein; mie goreng; yakisoba | 165 6.5 21 6 1.7 | portion 320, plate 330 | 25
    chilli con carne; chili con carne; chili | 110 8 8 5 3 | portion 330, bowl 330 | 22
    curry; chicken curry | 130 11 6 7 1.5 | portion 300, bowl 300 | 28
    chicken tikka masala; butter chicken; korma | 150 12 5.5 9 1 | portion 300 | 28
    vegetable curry | 95 2.5 9 5.5 2.5 | portion 300, bowl 300 | 30
    thai curry; green curry; red curry | 125 8 5.5 8 1.2 | portion 320, bowl 320 | 28
    dal; dhal; daal; lentil curry | 105 6 13 3 4 | portion 250, bowl 280 | 22
    biryani; chicken biryani; pilaf; pulao; plov | 165 8.5 20 5.5 1 | portion 350, plate 350 | 25
    samosa | 290 5.5 31 16 3 | samosa 70 | 22
    dosa; masala dosa | 180 4 28 6 2 | dosa 120 | 25
    idli | 130 4.5 27 0.5 1.5 | idli 45 | 15
    pakora; bhaji; onion bhaji | 290 7 26 18 4.5 | pakora 30, bhaji 45 | 25
    palak paneer; saag paneer | 150 7.5 5 11.5 2 | portion 250 | 28
    sushi; maki; sushi roll; california roll | 145 5 27 2 1 | piece 25, roll 180, portion 220 | 18
    sashimi | 140 23 0.5 5 0 | piece 20, portion 120 | 15
    ramen; ramen soup | 90 5.5 10 3 0.6 | bowl 550, portion 550 | 28
    miso soup | 35 2.5 3.5 1.2 0.8 | bowl 250, cup 240 | 25
    teriyaki chicken; chicken teriyaki | 165 18 9 6 0.3 | portion 200 | 22
    tempura | 220 8 20 12 1.2 | piece 30, portion 150 | 25
    dumpling; gyoza; jiaozi; dim sum; momo; pierogi; pelmeni | 205 8 26 7.5 1.5 | dumpling 22, portion 180 | 22
    spring roll | 240 5.5 25 13 2 | spring roll 60 | 22
    summer roll; fresh spring roll | 115 5 19 2 1.2 | roll 80 | 22
    bao; steamed bun; baozi | 225 8 35 6 1.5 | bao 80 | 20
    sweet and sour chicken; sweet and sour pork | 175 10 18 7 0.8 | portion 300 | 25
    stir fry; vegetable stir fry; wok vegetable; chop suey | 85 4 8 4.2 2.3 | portion 300, plate 320 | 30
    mapo tofu | 130 8.5 5 9 1.2 | portion 250 | 28
    bibimbap | 135 6 18 4 1.6 | bowl 450 | 25
    bulgogi | 175 16 9 8.5 0.5 | portion 200 | 25
    pho | 60 4.5 7.5 1.2 0.4 | bowl 600, portion 600 | 25
    banh mi | 230 11 28 8 1.8 | banh mi 220 | 22
    rendang | 220 19 5 14 1.5 | portion 180 | 25
    satay; chicken satay | 225 19 7 14 1.3 | skewer 35, portion 150 | 25
    taco | 215 11 18 11 2.5 | taco 90 | 22
    burrito | 200 9 25 7 3 | burrito 300 | 22
    quesadilla | 290 13 25 15 2 | quesadilla 150, slice 50 | 20
    enchilada | 165 9 14 8.5 2 | enchilada 150 | 22
    fajita | 165 11 16 6.5 1.8 | fajita 150 | 22
    nacho; tortilla chip | 490 7 61 24 5 | portion 50, handful 25 | 12
    nachos with cheese; loaded nachos | 310 9 30 17 4 | portion 200, plate 250 | 28
    guacamole | 155 2 4 14 6 | portion 50, tbsp 15 | 15
    salsa | 30 1.3 5.5 0.2 1.6 | portion 40, tbsp 16 | 20
    tamale | 190 6 20 9.5 2.5 | tamale 140 | 22
    arepa | 215 5 38 5 2.5 | arepa 100 | 18
    empanada; pasty | 290 9 30 15 1.8 | empanada 100, pasty 230 | 22
    feijoada | 150 10 10 7.5 4 | portion 300, bowl 300 | 25
    ceviche | 80 13 4.5 1.2 0.7 | portion 180 | 22
    jollof rice; jollof | 150 3 25 4.5 1.2 | portion 300, plate 320 | 25
    injera | 115 4 24 0.6 2 | injera 120 | 20
    tagine; lamb tagine; chicken tagine | 130 10 9 6 2 | portion 320 | 25
    kebab; doner; doner kebab; shawarma; gyros | 215 13 18 10.5 1.5 | kebab 350, portion 350 | 25
    shish kebab; shashlik; souvlaki | 190 22 2.5 10 0.4 | skewer 90, portion 180 | 20
    moussaka | 150 7.5 9 9.5 2 | portion 320 | 22
    tabbouleh; tabouli | 125 2.5 13 7.5 3 | portion 130 | 22
    shakshuka | 95 5.5 5.5 5.5 1.5 | portion 300 | 22
    dolma; stuffed vine leaf | 150 3 17 8 2.5 | dolma 25, portion 125 | 22
    tzatziki | 90 4 4 6.5 0.4 | portion 50, tbsp 20 | 20
    baba ganoush | 140 2.5 7 11.5 3.5 | portion 50, tbsp 20 | 22
    greek salad | 95 3.5 4 7.5 1.4 | portion 250, bowl 250 | 25
    caesar salad; chicken caesar salad | 145 9 6 9.5 1.3 | portion 280, bowl 280 | 25
    potato salad | 140 2.5 15 8 1.6 | portion 200 | 25
    coleslaw | 150 1.2 8 12.5 1.8 | portion 100 | 22
    paella | 145 8 19 4.2 0.9 | portion 350, plate 350 | 22
    tortilla espanola; spanish omelette | 180 6.5 13 11.5 1.5 | slice 120 | 20
    gazpacho | 45 0.9 4.5 2.6 0.9 | bowl 250, glass 220 | 22
    quiche | 265 9 18 17.5 1 | slice 140 | 20
    ratatouille | 55 1.3 5 3.3 1.9 | portion 220 | 25
    beef bourguignon; beef stew; stew; goulash; casserole | 115 10.5 6 5.2 1.2 | portion 320, bowl 320 | 25
    coq au vin | 130 13 4 6 0.6 | portion 320 | 25
    shepherds pie; cottage pie | 120 6.5 10.5 5.8 1.3 | portion 350 | 22
    fish and chips | 235 10 24 11 2 | portion 380 | 20
    roast dinner; sunday roast | 145 10 13 6 1.8 | plate 500, portion 500 | 28
    full english; english breakfast; full english breakfast | 185 10.5 10 11.5 1.6 | plate 480, portion 480 | 25
    beans on toast | 145 6.5 23 2.5 3.8 | portion 280 | 18
    pie; meat pie; steak pie | 265 9.5 22 15.5 1.2 | pie 200, slice 140 | 20
    sausage roll | 340 9 24 23 1.2 | sausage roll 100 | 18
    schnitzel; wiener schnitzel; cutlet; tonkatsu | 245 18 14 13 0.8 | schnitzel 160, portion 160 | 20
    spaetzle; kasespatzle | 190 8 25 6.5 1.3 | portion 280 | 22
    potato pancake; rosti; latke | 210 4 26 10 2.4 | pancake 60, portion 180 | 22
    pretzel | 300 8.5 57 4 2.5 | pretzel 85 | 12
    currywurst | 240 9.5 9 18.5 0.7 | portion 220 | 22
    borscht | 50 2.5 5.5 2 1.3 | bowl 300 | 28
    stuffed pepper; stuffed cabbage; sarma | 105 6 9 5 1.6 | piece 180, portion 300 | 25
    vegetable soup; soup; minestrone | 45 1.8 6.5 1.2 1.5 | bowl 300, cup 240, portion 300 | 30
    tomato soup | 55 1 7.5 2.4 0.8 | bowl 300, cup 240 | 25
    chicken soup; chicken noodle soup | 45 4 4 1.4 0.5 | bowl 300, cup 240 | 28
    lentil soup | 70 4.5 9.5 1.5 2.7 | bowl 300, cup 240 | 22
    pumpkin soup; potato soup; cream soup | 65 1.3 7.5 3.3 1 | bowl 300, cup 240 | 28
    poke bowl; poke | 145 8.5 17 4.5 1.6 | bowl 400 | 25
    buddha bowl; grain bowl | 135 5 17 5 3.2 | bowl 400 | 30
    overnight oats; bircher muesli | 125 5 18 3.7 2.6 | bowl 250, portion 250 | 22
    acai bowl; smoothie bowl | 105 2 18 3 2.6 | bowl 350 | 30
    french toast | 230 8 26 10.5 1.2 | slice 65 | 20
    avocado toast | 225 6 21 13 5 | slice 110 | 20
    """
}
